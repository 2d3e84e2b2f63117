// Runs the benches and prints their tables.
//
//   npm run bench -- [--only index|peers|growth|growth-search|vectors|hard] [--quick] [--max DOCUMENTS] [--data FOLDER] [--save-baseline]
//
// The figures are written to .cache/bench-latest.json and held against bench/baseline.json.

import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchContext, withBenchContext } from './bench-context.ts'
import { DATA_FOLDER, loadCollections } from './collections.ts'
import { type Figures, short } from './figure.ts'
import { growth } from './growth.ts'
import { growthSearch } from './growth-search.ts'
import { hard } from './hard.ts'
import { indexPackages } from './index-packages.ts'
import { peers } from './peers.ts'
import { print } from './print.ts'
import { type BenchReport, compareWithBaseline, writeReport } from './report-file.ts'
import { vectors } from './vectors.ts'

const QUESTIONS: Readonly<Record<string, (context: BenchContext) => Promise<Figures>>> = {
  index: indexPackages,
  peers,
  growth,
  'growth-search': growthSearch,
  vectors,
  hard,
}

const root = process.cwd()
const latestFile = join(root, '.cache/bench-latest.json')
const baselineFile = join(root, 'bench/baseline.json')

async function main(): Promise<number> {
  const { values: args } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      max: { type: 'string', default: 'Infinity' },
      data: { type: 'string', default: DATA_FOLDER },
      'save-baseline': { type: 'boolean', default: false },
    },
  })
  const names = args.only === undefined ? Object.keys(QUESTIONS) : [args.only]
  const documentsMax = Number(args.max)
  if (names.some((name) => !Object.hasOwn(QUESTIONS, name)) || Number.isNaN(documentsMax)) {
    print(`bench: --only takes one of ${Object.keys(QUESTIONS).join(', ')}; --max a number`)
    return 2
  }
  const collections = await loadCollections(args.data)
  if (collections.origin === 'generated') {
    print(`There are no public collections in ${args.data}: small generated ones are used.\n`)
  }
  const isQuick = args.quick
  await withBenchContext({ collections, isQuick, documentsMax }, async (context) => {
    const loadBefore = loadavg()[0] ?? 0
    print(`Yardstick: ${short(await context.yardstick())} s; load ${short(loadBefore)}\n`)
    const figures: Record<string, Figures[string]> = {}
    for (const name of names) Object.assign(figures, await QUESTIONS[name]!(context))
    const report: BenchReport = {
      node: process.version,
      processor: cpus()[0]?.model ?? 'unknown',
      collections: collections.origin,
      isQuick,
      loadAverages: [loadBefore, loadavg()[0] ?? 0],
      yardstickSeconds: context.yardstickSeconds(),
      figures,
    }
    print(`Yardstick over the run: ${short(report.yardstickSeconds)} s`)
    print(`Load before and after: ${report.loadAverages.map(short).join(' and ')}\n`)
    compareWithBaseline(report, baselineFile)
    await writeReport(latestFile, report)
    if (args['save-baseline']) await writeReport(baselineFile, report)
  })
  return 0
}

process.exitCode = await main()
