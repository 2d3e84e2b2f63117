// Fifty short rounds of `npm run test:crash`, against the built command.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

import { runCrashRounds } from '../scripts/crash/rounds.ts'

it('loses nothing and applies nothing twice when it is killed', { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-crash-'))
  try {
    const report = await runCrashRounds({
      root: resolve(import.meta.dirname, '..'),
      folder: join(folder, 'db'),
      rounds: 50,
      writingMsMax: 250,
      seed: 7,
      // other tests share the machine: how fast it starts is not the question here
      readyMsMax: 20_000,
    })
    expect(report.acceptedCount).toBeGreaterThan(50)
    expect(report.checkCount).toBeGreaterThan(10)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
