// The configuration of a server: options read, merged, checked together.

import { readFile } from 'node:fs/promises'

import { type AddressPolicy, readAddressPolicy } from '../outbound/address-policy.ts'
import { OPTIONS } from './options.ts'
import {
  OptionError,
  type OptionValue,
  type OptionValues,
  readArguments,
  readEnvironment,
  readFileText,
} from './read-options.ts'

/** What the server needs to know. */
export interface Config {
  readonly dbPath: string
  readonly host: string
  readonly port: number
  /** Null when the instance is open to everyone. */
  readonly masterKey: string | null
  readonly environment: 'development' | 'production'
  readonly payloadBytesMax: number
  readonly logLevel: 'OFF' | 'ERROR' | 'WARN' | 'INFO' | 'DEBUG' | 'TRACE'
  /** Null: for people on a terminal, JSON elsewhere. */
  readonly logsMode: 'HUMAN' | 'JSON' | null
  /** Features that were switched on at start. */
  readonly startFeatures: {
    readonly metrics: boolean
    readonly logsRoute: boolean
    readonly containsFilter: boolean
  }
  readonly searchQueueSizeMax: number
  readonly batchedTasksMax: number | null
  readonly batchedBytesMax: number | null
  /** Memory that indexing may take; null: as the engine sees fit. */
  readonly indexingBytesMax: number | null
  readonly taskWebhook: { readonly url: string; readonly authorization: string | null } | null
  /** Which addresses may be called on behalf of users. */
  readonly addressPolicy: AddressPolicy
  /** Embeddings of queries that each embedder keeps. */
  readonly embeddingCacheEntries: number
  readonly tls: TlsFiles | null
}

/** What answers over TLS need. */
export interface TlsFiles {
  readonly certPath: string
  readonly keyPath: string
  /** Authorities that certificates of clients come from; null: clients are not asked for any. */
  readonly authPath: string | null
  /** Clients without a certificate are refused. */
  readonly requiresAuth: boolean
}

/** Bytes of a master key that production asks for. */
export const MASTER_KEY_BYTES_MIN = 16

/** Reads the configuration from the command line, the environment and a file. Throws OptionError. */
export async function readConfig(sources: {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
}): Promise<Config> {
  const fromArguments = readArguments(sources.args)
  const fromEnvironment = readEnvironment(sources.environment)
  const named =
    fromArguments.get('config-file-path') ?? fromEnvironment.get('config-file-path') ?? null
  const fromFile = await readConfigFile(named === null ? null : String(named))
  return makeConfig(new Map([...fromFile, ...fromEnvironment, ...fromArguments]))
}

/** The configuration that these options ask for; absent ones take their defaults. Throws OptionError. */
export function makeConfig(options: OptionValues): Config {
  const text = (name: string): string | null => textOf(options.get(name))
  const number = (name: string): number | null => numberOf(options.get(name))
  const isOn = (name: string): boolean => options.get(name) === true
  const environment = text('env') === 'production' ? 'production' : 'development'
  const address = readAddress(text('http-addr') ?? 'localhost:7700')
  const webhookUrl = text('task-webhook-url')
  refuseMissing(options)
  return {
    dbPath: text('db-path') ?? './data.ms',
    ...address,
    masterKey: checkMasterKey(text('master-key'), environment),
    environment,
    payloadBytesMax: number('http-payload-size-limit') ?? 100_000_000,
    logLevel: LOG_LEVELS.find((level) => level === text('log-level')) ?? 'INFO',
    logsMode: LOG_MODES.find((mode) => mode === text('experimental-logs-mode')) ?? null,
    startFeatures: {
      metrics: isOn('experimental-enable-metrics'),
      logsRoute: isOn('experimental-enable-logs-route'),
      containsFilter: isOn('experimental-contains-filter'),
    },
    searchQueueSizeMax: number('experimental-search-queue-size') ?? 1000,
    batchedTasksMax: number('experimental-max-number-of-batched-tasks'),
    batchedBytesMax: number('experimental-limit-batched-tasks-total-size'),
    indexingBytesMax: number('max-indexing-memory'),
    taskWebhook:
      webhookUrl === null
        ? null
        : { url: webhookUrl, authorization: text('task-webhook-authorization-header') },
    addressPolicy: readNetworks(text('experimental-allowed-ip-networks') ?? '', environment),
    embeddingCacheEntries: number('experimental-embedding-cache-entries') ?? 0,
    tls: readTlsFiles(options),
  }
}

// A server that starts empty, or takes no snapshots, without a word would be found out too late.
function refuseMissing(options: OptionValues): void {
  for (const { flag } of OPTIONS.filter(({ isRefused }) => isRefused)) {
    const value = options.get(flag) ?? false
    if (value !== false && value !== 0 && value !== '') {
      throw new OptionError(`\`--${flag}\` asks for what Sextant cannot do yet: start without it.`)
    }
  }
}

function readTlsFiles(options: OptionValues): TlsFiles | null {
  const certPath = textOf(options.get('ssl-cert-path'))
  const keyPath = textOf(options.get('ssl-key-path'))
  const authPath = textOf(options.get('ssl-auth-path'))
  const requiresAuth = options.get('ssl-require-auth') === true
  if ((certPath === null) !== (keyPath === null)) {
    throw new OptionError('`--ssl-cert-path` and `--ssl-key-path` only work together.')
  }
  if (requiresAuth && authPath === null) {
    throw new OptionError('`--ssl-require-auth` needs `--ssl-auth-path`: who vouches for clients?')
  }
  if (certPath !== null && keyPath !== null) return { certPath, keyPath, authPath, requiresAuth }
  if (authPath === null) return null
  throw new OptionError('`--ssl-auth-path` needs `--ssl-cert-path` and `--ssl-key-path`.')
}

const LOG_LEVELS = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'] as const
const LOG_MODES = ['HUMAN', 'JSON'] as const

async function readConfigFile(named: string | null): Promise<OptionValues> {
  const path = named ?? './config.toml'
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && named === null) return new Map()
    throw new OptionError(
      isMissing
        ? `The configuration file \`${path}\` does not exist.`
        : `The configuration file \`${path}\` cannot be read.`,
    )
  }
  return await readFileText(text, path)
}

function readAddress(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(':')
  const port = Number(address.slice(colon + 1))
  const host = address.slice(0, colon).replace(/^\[(.*)\]$/, '$1')
  if (colon < 1 || !/^[0-9]+$/.test(address.slice(colon + 1)) || port > 65_535) {
    throw new OptionError(`--http-addr: \`${address}\` is not accepted. Accepted: \`HOST:PORT\`.`)
  }
  return { host, port }
}

/** While developing, an embedding server or a receiver of webhooks on the own machine is the usual thing. */
const OWN_MACHINE = ['127.0.0.0/8', '::1/128']

function readNetworks(text: string, environment: Config['environment']): AddressPolicy {
  const isOpen = environment === 'development' && text.trim() !== 'any'
  const policy = readAddressPolicy(isOpen ? [text, ...OWN_MACHINE].join(',') : text)
  if (policy !== null) return policy
  throw new OptionError(
    `--experimental-allowed-ip-networks: \`${text}\` is not accepted. Accepted: \`any\`, or networks like \`10.1.0.0/16\` with commas between them.`,
  )
}

function checkMasterKey(key: string | null, environment: Config['environment']): string | null {
  const masterKey = key === '' ? null : key
  if (environment === 'development') return masterKey
  if (masterKey === null) {
    throw new OptionError(
      'In production a master key is required: set `--master-key` or `SEXTANT_MASTER_KEY`.',
    )
  }
  if (Buffer.byteLength(masterKey) < MASTER_KEY_BYTES_MIN) {
    throw new OptionError(
      `In production the master key needs at least ${MASTER_KEY_BYTES_MIN} bytes; this one has ${Buffer.byteLength(masterKey)}.`,
    )
  }
  return masterKey
}

function textOf(value: OptionValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: OptionValue | undefined): number | null {
  return typeof value === 'number' ? value : null
}
