// Options from the command line, the environment and the configuration file, in this order of precedence.

import { didYouMean } from '../validate/did-you-mean.ts'
import { parseByteSize } from './byte-size.ts'
import { fileKeyOf, type Option, OPTIONS, variablesOf } from './options.ts'

/** The value of an option, read by its kind. */
export type OptionValue = string | number | boolean

/** Values by flag name; options that were not given are absent. */
export type OptionValues = ReadonlyMap<string, OptionValue>

/** The server cannot start with these options. The message is for the operator. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

/** Reads the command line. Both `--name value` and `--name=value` are understood. */
export function readArguments(args: readonly string[]): OptionValues {
  const values = new Map<string, OptionValue>()
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('--')) {
      throw new OptionError(`\`${word}\` is not an option: options begin with \`--\`.`)
    }
    const [name = '', ...rest] = word.slice(2).split('=')
    const option = findOption(name)
    let text: string | null = rest.length > 0 ? rest.join('=') : null
    const next = args[at + 1]
    if (text === null && takesNext(option, next)) {
      text = next ?? null
      at++
    }
    values.set(option.flag, readValue(option, text, `--${option.flag}`))
  }
  return values
}

/** Reads the environment. `SEXTANT_…` goes before `MEILI_…`. */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): OptionValues {
  const values = new Map<string, OptionValue>()
  for (const option of OPTIONS) {
    for (const variable of variablesOf(option)) {
      const text = environment[variable]
      if (text === undefined) continue
      values.set(option.flag, readValue(option, text, variable))
      break
    }
  }
  return values
}

/** Reads the text of a configuration file. */
export async function readFileText(text: string, path: string): Promise<OptionValues> {
  // Loaded here only: most starts have no file.
  const { parse } = await import('smol-toml')
  let table: Record<string, unknown>
  try {
    table = parse(text)
  } catch (error) {
    throw new OptionError(
      `The configuration file \`${path}\` is not TOML: ${error instanceof Error ? error.message : ''}`,
    )
  }
  const values = new Map<string, OptionValue>()
  for (const [key, value] of Object.entries(table)) {
    const option = OPTIONS.find((candidate) => fileKeyOf(candidate) === key)
    if (option === undefined || option.flag === 'config-file-path') {
      throw unknown(`Key \`${key}\` of \`${path}\``, key, OPTIONS.map(fileKeyOf))
    }
    const isScalar = ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
    if (!isScalar) throw new OptionError(`Key \`${key}\` of \`${path}\` must be a single value.`)
    values.set(option.flag, readValue(option, String(value), `\`${key}\` of \`${path}\``))
  }
  return values
}

function findOption(name: string): Option {
  const option = OPTIONS.find((candidate) => candidate.flag === name)
  if (option !== undefined) return option
  throw unknown(
    `Option \`--${name}\``,
    name,
    OPTIONS.map((candidate) => candidate.flag),
    '--',
  )
}

function unknown(what: string, name: string, known: readonly string[], prefix = ''): OptionError {
  const near = didYouMean(name, known)
  const hint = near === null ? '' : ` Did you mean \`${prefix}${near}\`?`
  return new OptionError(`${what} is not known.${hint}`)
}

function takesNext(option: Option, next: string | undefined): boolean {
  if (next === undefined || next.startsWith('--')) return false
  if (option.kind === 'flag') return BOOLEANS.has(next.toLowerCase())
  return true
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
])

const SECONDS_OF_A_DAY = 86_400

function readValue(option: Option, text: string | null, source: string): OptionValue {
  if (text === null) {
    if (option.kind === 'flag') return true
    if (option.kind === 'seconds') return SECONDS_OF_A_DAY
    throw new OptionError(`${source} needs a value: ${option.value ?? ''}.`)
  }
  switch (option.kind) {
    case 'text':
      return text
    case 'flag':
      return BOOLEANS.get(text.toLowerCase()) ?? invalid(source, text, '`true` or `false`')
    case 'bytes':
      return parseByteSize(text) ?? invalid(source, text, 'a size such as `100 MB` or `64 MiB`')
    case 'count':
    case 'seconds':
      if (option.kind === 'seconds' && BOOLEANS.has(text.toLowerCase()) && !/^[0-9]/.test(text)) {
        return BOOLEANS.get(text.toLowerCase()) === true ? SECONDS_OF_A_DAY : 0
      }
      return /^[0-9]+$/.test(text) ? Number(text) : invalid(source, text, 'a positive integer')
    default: {
      const words = option.words ?? []
      const word = words.find((candidate) => candidate.toLowerCase() === text.toLowerCase())
      return word ?? invalid(source, text, words.map((candidate) => `\`${candidate}\``).join(', '))
    }
  }
}

function invalid(source: string, text: string, accepted: string): never {
  throw new OptionError(`${source}: \`${text}\` is not accepted. Accepted: ${accepted}.`)
}
