// Sort and custom rules straight from relevancy 7.7, over the documents themselves.

import { DocSet } from '../../src/bits/doc-set.ts'
import type { QueryState } from '../../src/rank/query-state.ts'
import {
  type Bucket,
  type Direction,
  ListedBuckets,
  type RankingRule,
} from '../../src/rank/ranking-rule.ts'
import { compareWords } from '../../src/bits/word-order.ts'
import type { NaiveSearcher } from './naive-searcher.ts'

type Value = number | string | null

/** Orders documents by the values of one path. */
export function createNaiveOrder(
  searcher: NaiveSearcher,
  path: string,
  direction: Direction,
): RankingRule {
  return {
    name: `${path}:${direction}`,
    partition: (universe, state) => new ListedBuckets(bucketsOf(universe, state)),
  }
  function* bucketsOf(universe: DocSet, state: QueryState): Iterable<Bucket> {
    const groups = new Map<Value, number[]>()
    for (const slot of universe.toArray()) {
      const value = best(valuesAt(searcher.documents[slot], path), direction)
      groups.set(value, [...(groups.get(value) ?? []), slot])
    }
    const sorted = [...groups].toSorted((a, b) => compareValues(a[0], b[0], direction))
    for (const [value, slots] of sorted) {
      yield {
        docs: DocSet.fromSorted(Uint32Array.from(slots)),
        score: { kind: 'order', field: path, direction, value },
        state,
      }
    }
  }
}

/** Facet values of a path: numbers, and strings as they are compared. */
export function valuesAt(value: unknown, path: string): (number | string)[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, path))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, child]) => {
      if (path === key) return valuesAt(child, '')
      return path.startsWith(`${key}.`) ? valuesAt(child, path.slice(key.length + 1)) : []
    })
  }
  if (path !== '') return []
  if (typeof value === 'number') return [value]
  if (typeof value === 'boolean') return [String(value)]
  if (typeof value !== 'string' || value === '') return []
  return [value.normalize('NFKD').trim().toLowerCase()]
}

function best(values: readonly (number | string)[], direction: Direction): Value {
  return values.toSorted((a, b) => compareValues(a, b, direction))[0] ?? null
}

function compareValues(a: Value, b: Value, direction: Direction): number {
  const kind = kindOf(a) - kindOf(b)
  if (kind !== 0) return kind
  const sign = direction === 'asc' ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign
  if (typeof a === 'string' && typeof b === 'string') return compareWords(a, b) * sign
  return 0
}

function kindOf(value: Value): number {
  if (value === null) return 2
  return typeof value === 'number' ? 0 : 1
}
