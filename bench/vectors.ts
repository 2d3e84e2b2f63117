// How fast are vectors searched, how many of the nearest are found, what does the graph cost, and how does usearch do?

import type { BenchContext } from './bench-context.ts'
import { type Figure, figureOf, type Figures, median, quantile, short } from './figure.ts'
import { resultOf, runJob } from './job.ts'
import type { AskedResult, VectorsJob, VectorsJobResult } from './jobs/vectors-job.ts'
import { print, printTable } from './print.ts'

const TIMEOUT_MS = 30 * 60_000

/** What each figure is to stay below. */
const TARGETS: Readonly<Record<string, number>> = {
  'vectors/search-p50-to-usearch': 1.2,
  'vectors/build-to-usearch': 1,
  'vectors/size-to-vectors': 1.3,
  'vectors/missed-percent': 2,
}

/** Asks the question, prints the answer, hands back its figures. */
export async function vectors(context: BenchContext): Promise<Figures> {
  const job: VectorsJob = {
    rowCount: Math.min(context.isQuick ? 3000 : 100_000, context.documentsMax),
    dimensions: 384,
    queryCount: context.isQuick ? 20 : 200,
    filterShares: [0.5, 0.05, 0.001],
  }
  print(`## ${job.rowCount} vectors of ${job.dimensions} numbers\n`)
  const outcome = await runJob<VectorsJobResult>('vectors-job', job, { timeoutMs: TIMEOUT_MS })
  const result = resultOf(outcome)
  report(result)
  return figuresOf(result)
}

function report(result: VectorsJobResult): void {
  printTable(
    ['', 'p50 ms', 'p95 ms', 'found of the ten nearest'],
    result.asked.map(({ name, timesMs, recall }) => [
      name,
      short(quantile(timesMs, 0.5)),
      short(quantile(timesMs, 0.95)),
      recall.toFixed(4),
    ]),
  )
  printTable(
    ['processor seconds', 's'],
    [
      ['build, own', short(result.ownBuildSeconds)],
      ['build, usearch', short(result.peerBuildSeconds)],
      ['build, hnswlib', built(result.hnswBuildSeconds)],
      ['add a tenth in a merge, own', short(result.mergeSeconds)],
    ],
  )
  const figures = figuresOf(result)
  printTable(
    ['', 'here', 'at most'],
    Object.entries(TARGETS).map(([name, target]) => [
      name,
      short(figures[name]!.median),
      short(target),
    ]),
  )
}

/** hnswlib needs a compiler and is measured where somebody has installed it. */
function built(seconds: number | null): string {
  return seconds === null ? 'not installed' : short(seconds)
}

function figuresOf(result: VectorsJobResult): Figures {
  const own = result.asked.filter(({ name }) => name.startsWith('own'))
  const one = (value: number): Figure => figureOf([value], 'units')
  const medianOf = (name: string): number =>
    median(result.asked.find((asked) => asked.name === name)!.timesMs)
  const missedMost = Math.max(...own.map(({ recall }: AskedResult) => 1 - recall))
  return {
    'vectors/search': figureOf(result.asked.find(({ name }) => name === 'own')!.timesMs, 'ms'),
    'vectors/build': figureOf([result.ownBuildSeconds], 's'),
    'vectors/search-p50-to-usearch': one(medianOf('own') / medianOf('usearch')),
    'vectors/build-to-usearch': one(result.ownBuildSeconds / result.peerBuildSeconds),
    'vectors/size-to-vectors': one(result.sizeRatio),
    'vectors/missed-percent': one(100 * missedMost),
  }
}
