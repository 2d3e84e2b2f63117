import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Config, makeConfig, readConfig } from './config.ts'
import { helpText } from './help.ts'
import { fileKeyOf, OPTIONS, variablesOf } from './options.ts'
import { OptionError, type OptionValue } from './read-options.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Config> {
  return await readConfig({ args, environment })
}

async function file(text: string): Promise<string> {
  const path = join(folder, `${Math.random()}.toml`)
  await writeFile(path, text)
  return path
}

test('without options everything has its default', async () => {
  expect(await read([])).toMatchObject({
    dbPath: './data.ms',
    host: 'localhost',
    port: 7700,
    masterKey: null,
    environment: 'development',
    payloadBytesMax: 100_000_000,
    logLevel: 'INFO',
  })
})

describe('precedence', () => {
  test('the command line goes before the environment, the environment before the file', async () => {
    const path = await file('db_path = "from-file"\nlog_level = "debug"\nmaster_key = "from-file"')
    const config = await read(['--config-file-path', path, '--db-path=from-flag'], {
      MEILI_DB_PATH: 'from-variable',
      MEILI_MASTER_KEY: 'from-variable',
    })
    expect(config).toMatchObject({
      dbPath: 'from-flag',
      masterKey: 'from-variable',
      logLevel: 'DEBUG',
    })
  })

  test('our own variables go before the others', async () => {
    const config = await read([], { MEILI_DB_PATH: 'theirs', SEXTANT_DB_PATH: 'ours' })
    expect(config.dbPath).toBe('ours')
  })
})

describe('values', () => {
  test('flags are on alone and may be given a word', async () => {
    const on = await read(['--experimental-enable-metrics', '--no-analytics'])
    expect(on.startFeatures.metrics).toBe(true)
    const off = await read(['--experimental-enable-metrics', 'false'])
    expect(off.startFeatures.metrics).toBe(false)
  })

  test.each([
    ['1000', 1000],
    ['100 MB', 100_000_000],
    ['64MiB', 67_108_864],
    ['1.5kb', 1500],
  ])('a size may be %s', async (text, bytes) => {
    const config = await read(['--http-payload-size-limit', text])
    expect(config.payloadBytesMax).toBe(bytes)
  })

  test('an address may be of either kind', async () => {
    expect(await read(['--http-addr', '[::1]:80'])).toMatchObject({ host: '::1', port: 80 })
    expect(await read(['--http-addr', '0.0.0.0:7701'])).toMatchObject({
      host: '0.0.0.0',
      port: 7701,
    })
  })

  test('an empty master key is none', async () => {
    expect((await read(['--master-key='])).masterKey).toBeNull()
  })
})

describe('refusals', () => {
  test.each([
    [['--db-pth', 'x'], 'Did you mean `--db-path`?'],
    [['data'], '`data` is not an option'],
    [['--db-path'], 'needs a value'],
    [['--http-addr', 'localhost'], '`HOST:PORT`'],
    [['--http-payload-size-limit', 'much'], 'a size such as'],
    [['--log-level', 'LOUD'], '`TRACE`'],
    [['--max-indexing-threads', 'two'], 'a positive integer'],
    [['--env', 'production'], 'a master key is required'],
    [['--env', 'production', '--master-key', 'short'], 'at least 16 bytes'],
    [['--ssl-cert-path', 'x'], 'only work together'],
    [['--ssl-auth-path', 'x'], 'needs `--ssl-cert-path`'],
    [['--ssl-require-auth'], 'needs `--ssl-auth-path`'],
    [['--import-dump', 'x.dump'], '`--import-dump` asks for what Sextant cannot do yet'],
    [['--import-snapshot', 'x.snapshot'], 'cannot do yet'],
    [['--schedule-snapshot'], 'cannot do yet'],
    [['--config-file-path', '/nowhere/config.toml'], 'does not exist'],
  ])('%j', async (args, message) => {
    await expect(read(args)).rejects.toThrow(OptionError)
    await expect(read(args)).rejects.toThrow(message)
  })

  test.each([
    ['db_pth = "x"', 'Did you mean `db_path`?'],
    ['config_file_path = "x"', 'is not known'],
    ['db_path = ["x"]', 'a single value'],
    ['db_path = ', 'is not TOML'],
  ])('a file with %j', async (text, message) => {
    const path = await file(text)
    await expect(read(['--config-file-path', path])).rejects.toThrow(message)
  })
})

test('production starts with a long master key', async () => {
  const config = await read(['--env', 'production', '--master-key', 'sixteen bytes ok'])
  expect(config.environment).toBe('production')
})

test('what is not there yet may be switched off', async () => {
  const path = await file('schedule_snapshot = false\nimport_dump = ""')
  await expect(read(['--config-file-path', path])).resolves.toBeDefined()
})

test('every option is looked at, has no effect, or is refused, and the help says which', () => {
  const asked = new Set<string>(['config-file-path'])
  class Recorded extends Map<string, OptionValue> {
    override get(name: string): OptionValue | undefined {
      asked.add(name)
      return super.get(name)
    }
  }
  makeConfig(new Recorded([['task-webhook-url', 'http://127.0.0.1']]))
  const others = OPTIONS.filter(({ flag }) => !asked.has(flag))
  expect(others.filter(({ hasNoEffect }) => !hasNoEffect)).toEqual([])
  const help = helpText().split('\n')
  for (const { flag, hasNoEffect, isRefused } of OPTIONS) {
    const line = help[help.findIndex((row) => row.trim().split(' ')[0] === `--${flag}`) + 1]!
    expect(line.includes('No effect.'), line).toBe(hasNoEffect === true)
    expect(line.includes('Not there yet.'), line).toBe(isRefused === true)
    if (hasNoEffect) expect(asked).not.toContain(flag)
  }
})

test('every option has one flag, one file key, two variables and a line of help', () => {
  const flags = OPTIONS.map((option) => option.flag)
  expect(new Set(flags).size).toBe(flags.length)
  const help = helpText()
  for (const option of OPTIONS) {
    expect(help).toContain(`--${option.flag}`)
    expect(fileKeyOf(option)).toMatch(/^[a-z0-9_]+$/)
    for (const variable of variablesOf(option)) {
      expect(variable).toMatch(/^(SEXTANT|MEILI)_[A-Z0-9_]+$/)
    }
  }
})
