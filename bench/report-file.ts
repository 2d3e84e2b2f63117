// The figures of a run as a file, and two such files held against each other.

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Figure, type Figures, shown, short } from './figure.ts'
import { print, printTable } from './print.ts'

export interface BenchReport {
  readonly node: string
  readonly processor: string
  readonly collections: 'public' | 'generated'
  readonly isQuick: boolean
  /** Of the machine over the last minute, before and after: above its cores, times are those of a crowd. */
  readonly loadAverages: readonly [number, number]
  readonly yardstickSeconds: number
  readonly figures: Figures
}

export async function writeReport(file: string, report: BenchReport): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(report, null, 1)}\n`)
}

/** Prints how many times better each figure is than in an earlier report; says so when there is none to compare with. */
export function compareWithBaseline(report: BenchReport, baselineFile: string): void {
  if (!existsSync(baselineFile)) {
    print('No baseline to compare with.')
    return
  }
  const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as BenchReport
  if (baseline.collections !== report.collections || baseline.isQuick !== report.isQuick) {
    print('The baseline is of other data; nothing is compared.')
    return
  }
  const [here, there] = [report, baseline].map(({ yardstickSeconds }) => short(yardstickSeconds))
  print('## Against the baseline\n')
  print(`Times are divided by the yardstick of their own run: ${here} s now, ${there} s then.`)
  print('Above 1 is better than then.\n')
  const rows: string[][] = []
  for (const [name, now] of Object.entries(report.figures)) {
    const then = baseline.figures[name]
    if (then === undefined) continue
    const gain = scaled(then, baseline) / scaled(now, report)
    rows.push([name, now.unit, shown(then), shown(now), `${short(gain)}×`])
  }
  printTable(['figure', 'unit', 'then', 'now', 'better'], rows)
}

function scaled({ unit, median }: Figure, { yardstickSeconds }: BenchReport): number {
  return unit === 's' || unit === 'ms' ? median / yardstickSeconds : median
}
