// What every question of the bench is given: the collections, a folder to work in, and the yardstick.

import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collections, writeLines } from './collections.ts'
import { median } from './figure.ts'
import { resultOf, runJob } from './job.ts'
import type { YardstickJob } from './jobs/yardstick-job.ts'

export interface BenchContext {
  readonly collections: Collections
  /** Removed when the bench ends. */
  readonly folder: string
  /** A smoke run: every step once, on little data. Its figures mean nothing. */
  readonly isQuick: boolean
  /** `growth` stops at this many documents. */
  readonly documentsMax: number
  /** Measures the yardstick again: seconds to parse all packages as JSON. */
  readonly yardstick: () => Promise<number>
  /** The median of all yardsticks so far. */
  readonly yardstickSeconds: () => number
}

const YARDSTICK_TIMEOUT_MS = 120_000

/** Hands a context to `work` and clears its folder away afterwards, whatever happened. */
export async function withBenchContext(
  options: Pick<BenchContext, 'collections' | 'isQuick' | 'documentsMax'>,
  work: (context: BenchContext) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-bench-'))
  const file = join(folder, 'yardstick.ndjson')
  const samples: number[] = []
  // again when a job that was just ended has still made a file
  const clear = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const yardstick = async (): Promise<number> => {
    const job: YardstickJob = { file }
    const timeoutMs = YARDSTICK_TIMEOUT_MS
    const seconds = resultOf(await runJob<number>('yardstick-job', job, { timeoutMs }))
    samples.push(seconds)
    return seconds
  }
  // also when the process is interrupted, or ends by an error outside of `work`
  const stop = (): never => process.exit(130)
  process.once('exit', clear).once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await writeLines(file, options.collections.packages)
    await work({ ...options, folder, yardstick, yardstickSeconds: () => median(samples) })
  } finally {
    process.off('exit', clear).off('SIGINT', stop).off('SIGTERM', stop)
    clear()
  }
}
