// How do indexing, one changed document, memory, disk and searching grow with the number of documents?

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBatchFiles } from './batch-files.ts'
import type { BenchContext } from './bench-context.ts'
import { COLLECTION_SETTINGS } from './collection-settings.ts'
import { type Figure, figureOf, median, quantile, short } from './figure.ts'
import { grownLines } from './grown-lines.ts'
import { runJob } from './job.ts'
import type { IndexJob, IndexJobResult } from './jobs/index-job.ts'
import { print, printTable } from './print.ts'
import { overAll } from './search-times.ts'
import { shuffled } from './seeded-random.ts'

const SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000]
const QUICK_SIZES = [1000, 3000, 10_000]
const CHANGES = 30
const TIMEOUT_MS = 60 * 60_000

/** Asks the question, prints the answer, hands back its figures. */
export async function growth(context: BenchContext): Promise<Record<string, Figure>> {
  const { collections, isQuick, documentsMax } = context
  const all = isQuick ? QUICK_SIZES : SIZES
  const sizes = all.filter((size) => size <= documentsMax)
  const last = sizes.at(-1) ?? 0
  print(`## Growth to ${last} documents\n`)
  const folder = join(context.folder, 'growth')
  // in another order, so that the first ten thousand are a fair part of all
  const lines = shuffled(isQuick ? collections.packages.slice(0, 2000) : collections.packages)
  const batches = await writeBatchFiles(join(folder, 'batches'), grownLines(lines, last), sizes)

  const figures: Record<string, Figure> = {}
  const rows: string[][] = []
  for (const size of sizes) {
    const before = await context.yardstick()
    const job: IndexJob = {
      folder: join(folder, 'index'),
      settings: COLLECTION_SETTINGS.packages,
      batchFiles: batches
        .filter(({ documentCount }) => documentCount <= size)
        .map(({ file }) => file),
      changedLines: shuffled(lines.slice(0, Math.min(size, lines.length))).slice(0, CHANGES),
      queries: isQuick
        ? collections.wordQueries.map(({ name, texts }) => ({ name, texts: texts.slice(0, 5) }))
        : collections.wordQueries,
      searching: { rounds: 3, budgetMs: isQuick ? 3000 : 60_000 },
    }
    const timeoutMs = TIMEOUT_MS
    const outcome = await runJob<IndexJobResult>('index-job', job, { timeoutMs })
    await rm(job.folder, { recursive: true, force: true })
    if (outcome.kind === 'failed') {
      rows.push([String(size), outcome.reason.split('\n')[0] ?? ''])
      continue
    }
    const { result } = outcome
    const yardstick = (before + (await context.yardstick())) / 2
    for (const error of result.mergeErrors) print(`a merge failed: ${error}`)
    rows.push(rowOf(result, yardstick))
    for (const [name, value] of figuresOf(result)) figures[`growth/${size}/${name}`] = value
  }
  printTable(HEADINGS, rows)
  return figures
}

const HEADINGS = [
  'documents',
  'index s',
  'units per 10,000',
  'with merges s',
  'one document ms',
  'p99',
  'peak MiB',
  'at rest MiB',
  'disk MiB',
  'search p50 ms',
  'p99',
]

function rowOf(result: IndexJobResult, yardstickSeconds: number): string[] {
  const search = overAll(result.searchTimes)
  const unitsEach = result.seconds / yardstickSeconds / (result.documentCount / 10_000)
  return [
    String(result.documentCount),
    short(result.seconds),
    short(unitsEach),
    short(result.settledSeconds),
    short(median(result.changeMs)),
    short(quantile(result.changeMs, 0.99)),
    short(result.peakMiB),
    short(result.restMiB),
    short(result.diskMiB),
    short(search.p50Ms),
    short(search.p99Ms),
  ]
}

function figuresOf(result: IndexJobResult): [string, Figure][] {
  const search = overAll(result.searchTimes)
  const groups = Object.entries(result.searchTimes).map(([group, times]): [string, Figure] => [
    `search/${group}`,
    figureOf(times, 'ms'),
  ])
  return [
    ['seconds', figureOf([result.seconds], 's')],
    ['settled-seconds', figureOf([result.settledSeconds], 's')],
    ['one-document', figureOf(result.changeMs, 'ms')],
    ['peak', figureOf([result.peakMiB], 'MiB')],
    ['rest', figureOf([result.restMiB], 'MiB')],
    ['disk', figureOf([result.diskMiB], 'MiB')],
    ['search-p50', figureOf([search.p50Ms], 'ms')],
    ['search-p99', figureOf([search.p99Ms], 'ms')],
    ...groups,
  ]
}
