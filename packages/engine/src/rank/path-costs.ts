// Costs of whole paths, and which path owns which document (relevancy 6.3, 6.4).

import { rawInts, zeroWords } from '../bits/scratch.ts'
import type { TimeLimit } from '../query/time-limit.ts'
import { addColumn, type CostColumn, UNSATISFIED } from './cost-column.ts'
import { type Path, stepKey } from './query-state.ts'

/** The cheapest path of every document. */
export interface PathCosts {
  /** Cost of the cheapest path; UNSATISFIED or more when there is none. */
  readonly costs: Int32Array
  /** Index of the first path that reaches it, or null when there is one path only. */
  readonly owners: Uint32Array | null
}

/** Adds up the columns of each path; `columns[p][i]` belongs to step i of path p. Throws OutOfTime. */
export function costPaths(
  docCount: number,
  paths: readonly Path[],
  columns: readonly (readonly CostColumn[])[],
  time: TimeLimit,
): PathCosts {
  if (paths.length === 1) return { costs: sumColumns(docCount, columns[0]!), owners: null }
  const costs = rawInts(docCount).fill(UNSATISFIED)
  const owners = zeroWords(docCount)
  // sums[i]: cost of the first i steps of the current path; neighbours in the list share their beginnings
  const sums: Int32Array[] = [rawInts(docCount).fill(0)]
  let previous: readonly CostColumn[] = []
  for (let p = 0; p < paths.length; p++) {
    time.check()
    const steps = columns[p]!
    let shared = 0
    while (shared < steps.length && shared < previous.length) {
      if (steps[shared] !== previous[shared]) break
      shared++
    }
    for (let i = shared; i < steps.length; i++) {
      sums[i + 1] ??= rawInts(docCount)
      addColumn(sums[i]!, steps[i]!, sums[i + 1]!)
    }
    takeCheaper(sums[steps.length]!, p, costs, owners)
    previous = steps
  }
  return { costs, owners }
}

/** A path that owns documents, with its cost at every step. */
export interface Owner {
  readonly pathIndex: number
  readonly stepCosts: readonly number[]
}

/**
 * Orders owners by comparing step after step: where their paths part, the order of the paths decides; before that, the
 * cheaper alternative comes first.
 */
export function compareOwners(a: Owner, b: Owner, paths: readonly Path[]): number {
  const pathA = paths[a.pathIndex]!
  const pathB = paths[b.pathIndex]!
  for (let i = 0; i < pathA.length && i < pathB.length; i++) {
    if (stepKey(pathA[i]!) !== stepKey(pathB[i]!)) break
    const difference = a.stepCosts[i]! - b.stepCosts[i]!
    if (difference !== 0) return difference
  }
  return a.pathIndex - b.pathIndex
}

function sumColumns(docCount: number, columns: readonly CostColumn[]): Int32Array {
  if (columns.length === 1) return columns[0]!
  const sum = rawInts(docCount).fill(0)
  for (const column of columns) addColumn(sum, column, sum)
  return sum
}

function takeCheaper(
  sum: Int32Array,
  pathIndex: number,
  costs: Int32Array,
  owners: Uint32Array,
): void {
  for (let i = 0; i < sum.length; i++) {
    if (sum[i]! < costs[i]!) {
      costs[i] = sum[i]!
      owners[i] = pathIndex
    }
  }
}
