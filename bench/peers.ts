// How does Sextant stand beside other search engines that a Node program can embed?
//
// Each engine runs in a process of its own; the engines take turns, so that a busy minute of the machine falls on all of
// them, and ratios are taken within a turn. How good the hits are is not measured here, only whether there are any.

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchContext } from './bench-context.ts'
import { writeLines } from './collections.ts'
import { ENGINES, OWN_ENGINE } from './engines/registry.ts'
import { type Figure, figureOf, median, shown, short } from './figure.ts'
import { runJob } from './job.ts'
import type { PeerJob, PeerJobResult } from './jobs/peer-job.ts'
import { print, printTable } from './print.ts'
import { overAll } from './search-times.ts'

const TURNS = 5
const TIMEOUT_MS = 10 * 60_000

/** The quantities that are compared; less is better in all of them. */
const QUANTITIES: readonly {
  readonly name: string
  readonly unit: Figure['unit']
  readonly of: (result: PeerJobResult) => number
}[] = [
  { name: 'index', unit: 's', of: ({ seconds }) => seconds },
  { name: 'peak', unit: 'MiB', of: (result) => result.peakMiB },
  { name: 'rest', unit: 'MiB', of: (result) => result.restMiB },
  { name: 'search-p50', unit: 'ms', of: ({ searchTimes }) => overAll(searchTimes).p50Ms },
  { name: 'search-p99', unit: 'ms', of: ({ searchTimes }) => overAll(searchTimes).p99Ms },
]

/** Results of one engine by turn; a turn that failed has none. */
interface EngineRuns {
  readonly name: string
  readonly results: (PeerJobResult | null)[]
  failure: string | null
}

/** Asks the question, prints the answer, hands back its figures. */
export async function peers(context: BenchContext): Promise<Record<string, Figure>> {
  const { collections, isQuick, folder } = context
  const packages = isQuick ? collections.packages.slice(0, 2000) : collections.packages
  const turnCount = isQuick ? 1 : TURNS
  print(`## Beside other engines: ${packages.length} packages, ${turnCount} turns\n`)
  const file = join(folder, 'peers.ndjson')
  await writeLines(file, packages)

  const engines = Object.keys(ENGINES).map((name): EngineRuns => ({
    name,
    results: [],
    failure: null,
  }))
  for (let turn = 0; turn < turnCount; turn++) {
    await context.yardstick()
    for (const engine of engines) await takeTurn(engine, context, file)
  }
  report(engines)
  return figuresOf(engines)
}

async function takeTurn(engine: EngineRuns, context: BenchContext, file: string): Promise<void> {
  // an engine that ran out of time or memory once would do so again
  if (engine.failure !== null) return
  const { collections, isQuick } = context
  const folder = join(context.folder, 'peer')
  await mkdir(folder)
  const job: PeerJob = {
    engine: engine.name,
    file,
    folder,
    queries: isQuick
      ? collections.wordQueries.map(({ name, texts }) => ({ name, texts: texts.slice(0, 5) }))
      : collections.wordQueries,
    searching: { rounds: 3, budgetMs: isQuick ? 3000 : 60_000 },
  }
  const outcome = await runJob<PeerJobResult>('peer-job', job, { timeoutMs: TIMEOUT_MS })
  await rm(folder, { recursive: true, force: true })
  engine.results.push(outcome.kind === 'done' ? outcome.result : null)
  if (outcome.kind === 'failed') engine.failure = outcome.reason.split('\n')[0] ?? 'failed'
}

function report(engines: readonly EngineRuns[]): void {
  const own = engines.find(({ name }) => name === OWN_ENGINE)
  const headings = QUANTITIES.map(({ name, unit }) => `${name} ${unit}`)
  printTable(
    ['engine', ...headings, 'found anything'],
    engines.map((engine) => {
      const done = engine.results.filter((result) => result !== null)
      if (done.length === 0) return [engine.name, engine.failure ?? '']
      const cells = QUANTITIES.map(({ of, unit }) => shown(figureOf(done.map(of), unit)))
      return [engine.name, ...cells, answered(done[0]!)]
    }),
  )
  for (const { name, failure } of engines) if (failure !== null) print(`${name}: ${failure}\n`)
  if (own === undefined) return
  print(`How many times what ${OWN_ENGINE} takes, median over the turns:\n`)
  printTable(
    ['engine', ...QUANTITIES.map(({ name }) => name)],
    engines
      .filter((engine) => engine !== own)
      .map((engine) => [engine.name].concat(QUANTITIES.map(({ of }) => ratio(engine, own, of)))),
  )
  printTable(
    ['search p50 ms by group', ...groupsOf(own)],
    engines.map((engine) => [engine.name, ...groupsOf(own).map((group) => p50(engine, group))]),
  )
}

function ratio(engine: EngineRuns, own: EngineRuns, of: (result: PeerJobResult) => number): string {
  const ratios = engine.results.flatMap((result, turn) => {
    const ours = own.results[turn]
    return result === null || ours === null || ours === undefined ? [] : [of(result) / of(ours)]
  })
  return ratios.length === 0 ? '-' : `${short(median(ratios))}×`
}

function answered({ answeredShares }: PeerJobResult): string {
  const shares = Object.values(answeredShares)
  return `${Math.round((100 * shares.reduce((a, b) => a + b, 0)) / shares.length)} %`
}

function groupsOf(engine: EngineRuns): string[] {
  return Object.keys(engine.results.find((result) => result !== null)?.searchTimes ?? {})
}

function p50(engine: EngineRuns, group: string): string {
  const times = engine.results.flatMap((result) => result?.searchTimes[group] ?? [])
  return times.length === 0 ? '-' : short(median(times))
}

function figuresOf(engines: readonly EngineRuns[]): Record<string, Figure> {
  const figures: Record<string, Figure> = {}
  for (const { name, results } of engines) {
    const done = results.filter((result) => result !== null)
    if (done.length === 0) continue
    for (const { name: quantity, unit, of } of QUANTITIES) {
      figures[`peers/${name}/${quantity}`] = figureOf(done.map(of), unit)
    }
  }
  return figures
}
