// What does it cost to index the packages, to change one of them, to keep them on disk and to open them again?

import { join } from 'node:path'
import { type BatchFile, writeBatchFiles } from './batch-files.ts'
import type { BenchContext } from './bench-context.ts'
import { type CollectionName, COLLECTION_SETTINGS } from './collection-settings.ts'
import { writeLines } from './collections.ts'
import { type Figure, figureOf, type Figures, shown, short } from './figure.ts'
import { grownLines } from './grown-lines.ts'
import { resultOf, runJob } from './job.ts'
import type { IndexJob, IndexJobResult } from './jobs/index-job.ts'
import type { OpenJob, OpenJobResult } from './jobs/open-job.ts'
import { print, printTable } from './print.ts'
import { shuffled } from './seeded-random.ts'

const CHANGES = 30
const OPENINGS = 5
const TIMES = 10
const INDEX_TIMEOUT_MS = 30 * 60_000
const OPEN_TIMEOUT_MS = 60_000

/** What each figure is to stay below on the public collections. */
const TARGETS: Readonly<Record<string, number>> = {
  'index/packages/units': 18,
  'index/packages/peak': 600,
  'index/packages/one-document': 20,
  'index/packages-times-ten/one-document': 20,
  'index/both/disk': 110,
  'index/packages/open-and-search': 500,
}

/** Asks the question, prints the answer, hands back its figures. */
export async function indexPackages(context: BenchContext): Promise<Figures> {
  const { collections, isQuick, folder } = context
  const packages = isQuick ? collections.packages.slice(0, 3000) : collections.packages
  const cities = isQuick ? collections.cities.slice(0, 3000) : collections.cities
  print(`## Indexing ${packages.length} packages (and ${cities.length} cities)\n`)

  const files = { packages: join(folder, 'packages'), cities: join(folder, 'cities') }
  await writeLines(files.packages, packages)
  await writeLines(files.cities, cities)
  const changed = shuffled(packages).slice(0, CHANGES)

  const runs: (IndexJobResult & { units: number })[] = []
  let folderOfLast = ''
  for (let round = 0; round < (isQuick ? 1 : 3); round++) {
    const before = await context.yardstick()
    folderOfLast = join(folder, `packages-${round}`)
    const run = await index('packages', folderOfLast, [files.packages], changed)
    const yardstick = (before + (await context.yardstick())) / 2
    runs.push({ ...run, units: run.seconds / yardstick })
  }
  const citiesRun = await index('cities', join(folder, 'cities-0'), [files.cities], [])
  const openings: number[] = []
  for (let i = 0; i < OPENINGS; i++) openings.push(await open(folderOfLast, 'library'))

  const batches = await writeBatchFiles(
    join(folder, 'times-ten'),
    grownLines(packages, packages.length * TIMES),
  )
  const large = await index('packages', join(folder, 'large'), paths(batches), changed)

  const figures: Figures = {
    'index/packages/seconds': figure(runs, 's', ({ seconds }) => [seconds]),
    'index/packages/units': figure(runs, 'units', ({ units }) => [units]),
    'index/packages/peak': figure(runs, 'MiB', (run) => [run.peakMiB]),
    'index/packages/one-document': figure(runs, 'ms', ({ changeMs }) => changeMs),
    'index/packages/one-document-found': figure(runs, 'ms', ({ foundMs }) => foundMs),
    'index/packages-times-ten/seconds': figureOf([large.seconds], 's'),
    'index/packages-times-ten/peak': figureOf([large.peakMiB], 'MiB'),
    'index/packages-times-ten/one-document': figureOf(large.changeMs, 'ms'),
    'index/packages/disk': figure(runs, 'MiB', (run) => [run.diskMiB]),
    'index/cities/seconds': figureOf([citiesRun.seconds], 's'),
    'index/cities/peak': figureOf([citiesRun.peakMiB], 'MiB'),
    'index/both/disk': figure(runs, 'MiB', (run) => [run.diskMiB + citiesRun.diskMiB]),
    'index/packages/open-and-search': figureOf(openings, 'ms'),
  }
  report(figures, !isQuick && collections.origin === 'public')
  return figures
}

function paths(batches: readonly BatchFile[]): string[] {
  return batches.map(({ file }) => file)
}

async function index(
  name: CollectionName,
  folder: string,
  batchFiles: readonly string[],
  changedLines: readonly string[],
): Promise<IndexJobResult> {
  const job: IndexJob = {
    folder,
    settings: COLLECTION_SETTINGS[name],
    batchFiles,
    changedLines,
    queries: [],
    searching: { rounds: 0, budgetMs: 0 },
  }
  const timeoutMs = INDEX_TIMEOUT_MS
  const result = resultOf(await runJob<IndexJobResult>('index-job', job, { timeoutMs }))
  for (const error of result.mergeErrors) print(`a merge failed: ${error}`)
  return result
}

async function open(folder: string, text: string): Promise<number> {
  const timeoutMs = OPEN_TIMEOUT_MS
  const job: OpenJob = { folder, text }
  return resultOf(await runJob<OpenJobResult>('open-job', job, { timeoutMs })).ms
}

function figure(
  runs: readonly (IndexJobResult & { units: number })[],
  unit: Figure['unit'],
  samples: (run: IndexJobResult & { units: number }) => readonly number[],
): Figure {
  return figureOf(runs.flatMap(samples), unit)
}

function report(figures: Figures, hasTargets: boolean): void {
  const rows = Object.entries(figures).map(([name, value]) => {
    const target = hasTargets ? TARGETS[name] : undefined
    const verdict = target === undefined ? '' : value.median <= target ? 'met' : 'missed'
    const bound = target === undefined ? '' : `≤ ${target}`
    return [name, value.unit, short(value.min), shown(value), bound, verdict]
  })
  printTable(['figure', 'unit', 'min', 'median ± spread', 'target', ''], rows)
}
