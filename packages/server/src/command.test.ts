import { expect, test } from 'vitest'

import { EXIT_USAGE, runCommand } from './command.ts'

async function run(
  ...args: string[]
): Promise<{ status: number | null; out: string; err: string }> {
  let out = ''
  let err = ''
  const status = await runCommand(
    args,
    {},
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
    },
  )
  return { status, out, err }
}

test('--help prints the options', async () => {
  const { status, out } = await run('--help')
  expect(status).toBe(0)
  expect(out).toContain('--db-path FOLDER')
})

test('--version prints the version', async () => {
  const { status, out } = await run('--version')
  expect(status).toBe(0)
  expect(out).toMatch(/^sextant \d+\.\d+\.\d+ /)
})

test('an unknown option is a usage error', async () => {
  const { status, out, err } = await run('--colour')
  expect(status).toBe(EXIT_USAGE)
  expect(out).toBe('')
  expect(err).toContain('`--colour` is not known')
})
