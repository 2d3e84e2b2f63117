// How much longer do searches take among ten times as many documents?

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBatchFiles } from './batch-files.ts'
import type { BenchContext } from './bench-context.ts'
import { COLLECTION_SETTINGS } from './collection-settings.ts'
import { type Figure, figureOf, median, short } from './figure.ts'
import { grownLines } from './grown-lines.ts'
import { resultOf, runJob } from './job.ts'
import type { IndexJob, IndexJobResult } from './jobs/index-job.ts'
import { print, printTable } from './print.ts'
import type { SearchTimes } from './search-times.ts'

const GROWTH = 10
const TIMEOUT_MS = 60 * 60_000

/** Asks the question, prints the answer, hands back its figures. */
export async function growthSearch(context: BenchContext): Promise<Record<string, Figure>> {
  const { collections, isQuick } = context
  const lines = isQuick ? collections.packages.slice(0, 1000) : collections.packages
  const sizes = [lines.length, lines.length * GROWTH]
  print(`## Searching ${sizes.join(' and ')} documents\n`)
  const [few, many] = [await timesAmong(sizes[0]!), await timesAmong(sizes[1]!)]

  const figures: Record<string, Figure> = {}
  const rows: string[][] = []
  for (const [group, times] of Object.entries(few)) {
    const [before, after] = [figureOf(times, 'ms'), figureOf(many[group]!, 'ms')]
    rows.push([group, short(before.median), short(after.median), ratio(times, many[group]!)])
    figures[`growth-search/${sizes[0]}/${group}`] = before
    figures[`growth-search/${sizes[1]}/${group}`] = after
  }
  const [allFew, allMany] = [Object.values(few).flat(), Object.values(many).flat()]
  rows.push(['all', short(median(allFew)), short(median(allMany)), ratio(allFew, allMany)])
  printTable(['queries', `${sizes[0]} p50 ms`, `${sizes[1]} p50 ms`, 'times as long'], rows)
  return figures

  async function timesAmong(size: number): Promise<SearchTimes> {
    const folder = join(context.folder, `growth-search-${size}`)
    const batches = await writeBatchFiles(join(folder, 'batches'), grownLines(lines, size))
    const job: IndexJob = {
      folder: join(folder, 'index'),
      settings: COLLECTION_SETTINGS.packages,
      batchFiles: batches.map(({ file }) => file),
      changedLines: [],
      queries: collections.wordQueries,
      searching: { rounds: 3, budgetMs: isQuick ? 3000 : 120_000 },
    }
    const outcome = await runJob<IndexJobResult>('index-job', job, { timeoutMs: TIMEOUT_MS })
    await rm(folder, { recursive: true, force: true })
    return resultOf(outcome).searchTimes
  }
}

function ratio(few: readonly number[], many: readonly number[]): string {
  return `${short(median(many) / median(few))}×`
}
