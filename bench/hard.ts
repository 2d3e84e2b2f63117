// Does every search end in time, however hard it is?

import { join } from 'node:path'
import type { BenchContext } from './bench-context.ts'
import { COLLECTION_SETTINGS } from './collection-settings.ts'
import { writeLines } from './collections.ts'
import { type Figure, figureOf, quantile, short } from './figure.ts'
import { hardQueries } from './hard-queries.ts'
import { resultOf, runJob } from './job.ts'
import type { HardJob, HardJobResult } from './jobs/hard-job.ts'
import { print, printTable } from './print.ts'

const CUTOFFS = [150, null]
const CUTOFF_MS_DEFAULT = 1500
/** A search may end so much after its cutoff. */
const GRACE_MS = 50
const TIMEOUT_MS = 30 * 60_000

/** Asks the question, prints the answer, hands back its figures. */
export async function hard(context: BenchContext): Promise<Record<string, Figure>> {
  const { collections, isQuick } = context
  const lines = isQuick ? collections.packages.slice(0, 2000) : collections.packages
  print(`## Hard queries over ${lines.length} packages\n`)
  const { queries, synonyms } = hardQueries(lines)
  const file = join(context.folder, 'hard.ndjson')
  await writeLines(file, lines)
  const job: HardJob = {
    folder: join(context.folder, 'hard'),
    settings: { ...COLLECTION_SETTINGS.packages, synonyms },
    file,
    queries,
    cutoffs: CUTOFFS,
  }
  const outcome = await runJob<HardJobResult>('hard-job', job, { timeoutMs: TIMEOUT_MS })
  const figures: Record<string, Figure> = {}
  for (const [i, times] of resultOf(outcome).entries()) {
    const cutoffMs = CUTOFFS[i] ?? CUTOFF_MS_DEFAULT
    print(`Cutoff ${cutoffMs} ms:\n`)
    const rows: string[][] = []
    for (const kind of [...new Set(queries.map((query) => query.kind)), 'all']) {
      const samples = times.filter((_, at) => kind === 'all' || queries[at]!.kind === kind)
      const max = Math.max(...samples)
      const p99 = quantile(samples, 0.99)
      const lateCount = samples.filter((ms) => ms > cutoffMs + GRACE_MS).length
      rows.push([kind, short(quantile(samples, 0.5)), short(p99), short(max), String(lateCount)])
      const name = `hard/${cutoffMs}/${kind.replaceAll(' ', '-')}`
      figures[name] = figureOf(samples, 'ms')
      figures[`${name}/max`] = figureOf([max], 'ms')
    }
    printTable(['kind', 'p50 ms', 'p99', 'max', `over ${cutoffMs + GRACE_MS}`], rows)
  }
  return figures
}
