// Replays the recorded conversations against the built server and prints passed of total per area.
//
//   npm run conformance -- [--filter relevancy.] [--check] [--raise] [--cases DIR] [--jobs N] [--verbose]
//
// --check fails when fewer cases pass than baseline.json says; --raise writes the new count when more do. Where the
// recordings are not there, says so and succeeds.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

interface Baseline {
  passed: number
  areas: Record<string, number>
}

const root = process.cwd()
const { values: args } = parseArgs({
  options: {
    filter: { type: 'string', multiple: true, default: [] },
    check: { type: 'boolean', default: false },
    raise: { type: 'boolean', default: false },
    cases: { type: 'string', default: resolve(root, '../shared/conformance') },
    jobs: { type: 'string', default: '3' },
    verbose: { type: 'boolean', default: false },
  },
})
const baselineFile = join(root, 'conformance/baseline.json')
const replayer = join(args.cases, 'replay.mjs')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function replay(): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-conformance-'))
  try {
    const outcomeFile = join(folder, 'outcome.json')
    const start = `${join(root, 'bin/sextant')} --db-path {db} --http-addr {addr} --no-analytics --log-level ERROR`
    const words = [replayer, '--start', start, '--jobs', args.jobs, '--json', outcomeFile]
    for (const filter of args.filter) words.push('--filter', filter)
    if (args.verbose) words.push('--verbose')
    const run = spawnSync(process.execPath, words, { stdio: 'inherit', cwd: root })
    if (run.status !== 0) throw new Error(`the replayer ended with ${run.status ?? run.signal}`)
    return JSON.parse(readFileSync(outcomeFile, 'utf8')) as Record<string, string[]>
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function main(): number {
  if (!existsSync(replayer)) {
    print(`conformance: skipped, there are no recordings in ${args.cases}`)
    return 0
  }
  const areas = new Map<string, { passed: number; total: number }>()
  for (const [name, problems] of Object.entries(replay())) {
    const area = name.slice(0, name.indexOf('.')) || name
    const count = areas.get(area) ?? { passed: 0, total: 0 }
    count.total++
    if (problems.length === 0) count.passed++
    areas.set(area, count)
  }
  print('')
  let passed = 0
  let total = 0
  for (const [area, count] of [...areas].sort(([a], [b]) => a.localeCompare(b))) {
    print(`${area.padEnd(20)} ${count.passed}/${count.total}`)
    passed += count.passed
    total += count.total
  }
  print(`${'all'.padEnd(20)} ${passed}/${total}`)
  if (args.filter.length > 0) return 0
  const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline
  if (args.raise && passed > baseline.passed) {
    const counts = [...areas]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([area, count]) => [area, count.passed] as const)
    const next: Baseline = { passed, areas: Object.fromEntries(counts) }
    writeFileSync(baselineFile, `${JSON.stringify(next, null, 2)}\n`)
    print(`baseline raised from ${baseline.passed} to ${passed}`)
  }
  if (args.check && passed < baseline.passed) {
    print(`conformance: ${passed} cases pass, the baseline is ${baseline.passed}`)
    return 1
  }
  return 0
}

process.exitCode = main()
