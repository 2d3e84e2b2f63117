// The rules of relevancy 7 as lists of alternatives, tried one after another on every document.

import type { QueryGraph, QueryNode } from '../../src/query/query-graph.ts'
import type { Derivation, NaiveMatching, Step } from './naive-matching.ts'

/** Documents and the query state they come with. */
export interface NaiveBucket {
  readonly slots: readonly number[]
  readonly paths: readonly (readonly Step[])[]
}

export interface RankedBucket extends NaiveBucket {
  readonly rank: number
  readonly rankMax: number
}

export interface NaiveRule {
  readonly name: string
  split(bucket: NaiveBucket): RankedBucket[]
}

/** A way to take a step; ordered by trial. `keeps` false: the node is dropped. */
interface Alternative {
  readonly cost: number
  test(slot: number): boolean
  readonly next: Step | null
}

/** The rules over the query named in `rankingRules`, in order; others are left out. */
export function naiveRules(
  rankingRules: readonly string[],
  strategy: string,
  graph: QueryGraph,
  matching: NaiveMatching,
  weights: (node: QueryNode) => number,
): NaiveRule[] {
  const byName: Record<string, () => NaiveRule[]> = {
    typo: () => [stepRule('typo', (path, at) => typo(matching, path[at]!))],
    proximity: () => [stepRule('proximity', (path, at) => proximity(matching, path, at))],
    attributeRank: () => [stepRule('attributeRank', (path, at) => attribute(matching, path[at]!))],
    wordPosition: () => [stepRule('wordPosition', (path, at) => position(matching, path[at]!))],
    exactness: () => [
      exactAttribute(matching),
      stepRule('exactWords', (path, at) => exactWord(matching, path[at]!)),
    ],
  }
  byName['words'] = () => []
  byName['attribute'] = () => [...byName['attributeRank']!(), ...byName['wordPosition']!()]
  const names = [...new Set(rankingRules)].filter((name) => name in byName)
  const rules = names.flatMap((name) => byName[name]!())
  if (strategy === 'all' || names.length === 0) return rules
  return [words(graph, matching, weights), ...rules]
}

function words(
  graph: QueryGraph,
  matching: NaiveMatching,
  weights: (node: QueryNode) => number,
): NaiveRule {
  const isAllowed = (path: readonly Step[], kept: readonly boolean[]): boolean =>
    path.every(
      (step, i) =>
        kept[i] ||
        path.every((later, j) => j <= i || !kept[j] || weights(later.node) >= weights(step.node)),
    )
  return {
    name: 'words',
    split({ slots, paths }) {
      const options: Option[] = []
      for (const path of paths) {
        for (const kept of subsets(path.map((step) => weights(step.node) < Infinity))) {
          if (!isAllowed(path, kept)) continue
          const dropped = path.filter((_, i) => !kept[i])
          options.push({
            path,
            vector: kept.map(Number),
            cost: dropped.reduce((sum, step) => sum + step.node.termCount, 0),
            next: path.filter((_, i) => kept[i]),
          })
        }
      }
      options.sort(compareOptions(paths))
      const bonus = Math.max(0, graph.phraseWordCount - 1)
      const rankMax = 1 + bonus + Math.max(...options.map((option) => option.cost))
      return bucketsOf(slots, rankMax, paths, (slot) =>
        options.filter((option) => option.next.every((step) => matching.satisfiesStep(slot, step))),
      )
    },
  }
}

function subsets(canDrop: readonly boolean[]): boolean[][] {
  return canDrop.reduce<boolean[][]>(
    (lists, drops) =>
      lists.flatMap((list) =>
        drops
          ? [
              [...list, false],
              [...list, true],
            ]
          : [[...list, true]],
      ),
    [[]],
  )
}

/** A path with one alternative per step. */
interface Option {
  readonly path: readonly Step[]
  readonly vector: readonly number[]
  readonly cost: number
  readonly next: readonly Step[]
}

function stepRule(
  name: string,
  alternativesOf: (path: readonly Step[], at: number) => Alternative[],
): NaiveRule {
  return {
    name,
    split({ slots, paths }) {
      const all = paths.map((path) => path.map((_, at) => alternativesOf(path, at)))
      const dearest = all.map((steps) =>
        steps.reduce((sum, step) => sum + Math.max(...step.map(({ cost }) => cost)), 0),
      )
      return bucketsOf(slots, 1 + Math.max(...dearest), paths, (slot) =>
        paths.flatMap((path, p) => {
          const vector = all[p]!.map((step) => step.findIndex(({ test }) => test(slot)))
          if (vector.includes(-1)) return []
          const taken = vector.map((index, at) => all[p]![at]![index]!)
          return [
            {
              path,
              vector: taken.map(({ cost }) => cost),
              cost: taken.reduce((sum, { cost }) => sum + cost, 0),
              next: taken.map(({ next }, at) => next ?? path[at]!),
            },
          ]
        }),
      )
    },
  }
}

/** Groups documents by their cheapest option; the first of the cheapest owns the document. */
function bucketsOf(
  slots: readonly number[],
  rankMax: number,
  paths: NaiveBucket['paths'],
  optionsOf: (slot: number) => readonly Option[],
): RankedBucket[] {
  const byCost = new Map<number, { slots: number[]; owners: Option[] }>()
  for (const slot of slots) {
    const options = optionsOf(slot)
    if (options.length === 0) continue
    const cost = Math.min(...options.map((option) => option.cost))
    const group = byCost.get(cost) ?? { slots: [], owners: [] }
    byCost.set(cost, group)
    group.slots.push(slot)
    group.owners.push(options.find((option) => option.cost === cost)!)
  }
  return [...byCost]
    .toSorted((a, b) => a[0] - b[0])
    .map(([cost, group]) => {
      const sorted = group.owners.toSorted(compareOptions(paths))
      const next = new Map(sorted.toReversed().map((owner) => [JSON.stringify(owner.next), owner]))
      const order = [...new Set(sorted.map((owner) => JSON.stringify(owner.next)))]
      return {
        slots: group.slots,
        paths: order.map((key) => next.get(key)!.next),
        rank: rankMax - cost,
        rankMax,
      }
    })
}

/** Step after step: where paths part, their order; before that, the order of alternatives. */
function compareOptions(paths: NaiveBucket['paths']): (a: Option, b: Option) => number {
  return (a, b) => {
    for (let i = 0; i < a.path.length && i < b.path.length; i++) {
      if (JSON.stringify(a.path[i]) !== JSON.stringify(b.path[i])) break
      const difference = a.vector[i]! - b.vector[i]!
      if (difference !== 0) return difference
    }
    return paths.indexOf(a.path) - paths.indexOf(b.path)
  }
}

function typo(matching: NaiveMatching, step: Step): Alternative[] {
  const { node } = step
  const base = node.termCount === 1 ? 0 : node.termCount
  let most = node.phrase === null ? Math.max(1, node.typosMax) : 0
  if (step.isExactOnly && node.typosMax > 0) most = 0
  return Array.from({ length: most + 1 }, (_, level) => {
    const next = { ...step, levels: [level] }
    return {
      cost: base + level,
      test: (slot) => step.levels.includes(level) && matching.satisfiesStep(slot, next),
      next,
    }
  })
}

function proximity(matching: NaiveMatching, path: readonly Step[], at: number): Alternative[] {
  const step = path[at]!
  const before = path[at - 1]
  const base = step.node.termCount - 1
  const any = (slot: number): boolean => matching.satisfiesStep(slot, step)
  if (before === undefined || before.node.end + 1 !== step.node.start) {
    return [{ cost: base, test: any, next: null }]
  }
  const left = matching.stepDerivations(before)
  const right = matching.stepDerivations(step)
  const isNear = (slot: number, distance: number): boolean =>
    left.some((l) =>
      right.some((r) => {
        const from = l.kind === 'phrase' ? (l.words.at(-1) ?? null) : l.word
        const to = r.kind === 'phrase' ? r.words[0]! : r.word
        if (from === null || to === null) return false
        const hold = [l, r].every(
          (each) => each.kind === 'word' || matching.hasPhrase(slot, each.words),
        )
        return hold && matching.pair(slot, from, to) === distance
      }),
    )
  const isSwapped = (slot: number, distance: number): boolean =>
    left.some((l) =>
      right.some(
        (r) =>
          l.kind === 'word' &&
          r.kind === 'word' &&
          !r.isViaCachedPrefix &&
          matching.pair(slot, r.word, l.word) === distance,
      ),
    )
  const tests = [
    (slot: number) => isNear(slot, 1),
    (slot: number) => isNear(slot, 2) || isSwapped(slot, 1),
    (slot: number) => isNear(slot, 3) || isSwapped(slot, 2),
    () => true,
  ]
  return tests.map((test, i) => ({
    cost: base + i,
    test: (slot) => any(slot) && test(slot),
    next: null,
  }))
}

/** The words by whose places a derivation is judged. */
function startWord(derivation: Derivation): string {
  if (derivation.kind === 'word') return derivation.word
  return derivation.words.find((word) => word !== null)!
}

function attribute(matching: NaiveMatching, step: Step): Alternative[] {
  const { fields } = matching.searcher
  const count = (fields.weightMax ?? 0) + 1
  return Array.from({ length: count }, (_, weight) => ({
    cost: weight * step.node.termCount,
    test: (slot) =>
      matching
        .stepDerivations(step)
        .some(
          (derivation) =>
            (derivation.kind === 'word' || matching.satisfies(slot, derivation)) &&
            matching
              .occurrences(slot, startWord(derivation))
              .some(
                ({ field }) =>
                  matching.isSearched(field) && fields.weight(fields.id(field)) === weight,
              ),
        ),
    next: null,
  }))
}

const BUCKETS = [24, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_535]

function bucketed(at: number): number {
  return at < 16 ? at : BUCKETS.find((bound) => at < 24 || (bound > 24 && at <= bound))!
}

function position(matching: NaiveMatching, step: Step): Alternative[] {
  const { start, termCount } = step.node
  const bounds = [0, 1, 4, 7, 11, 16, 24, 64, 256, 1024, Infinity]
  const costAt = (place: number): number => {
    const distance = Math.abs(bucketed(place) - start)
    let cost = 0
    for (let i = 0; i < termCount; i++) cost += bounds.findIndex((bound) => distance + i <= bound)
    return cost
  }
  const costs = (slot: number): number[] =>
    matching
      .stepDerivations(step)
      .filter((each) => each.kind === 'word' || matching.satisfies(slot, each))
      .flatMap((each) => matching.occurrences(slot, startWord(each)))
      .map((occurrence) => costAt(occurrence.position))
  return Array.from({ length: 10 * termCount + 1 }, (_, cost) => ({
    cost,
    test: (slot) => costs(slot).includes(cost),
    next: null,
  }))
}

function exactWord(matching: NaiveMatching, step: Step): Alternative[] {
  const { node } = step
  const alternatives: Alternative[] = [
    { cost: node.termCount, test: (slot) => matching.satisfiesStep(slot, step), next: null },
  ]
  if (node.components !== null) return alternatives
  const isExact = (slot: number): boolean =>
    node.phrase === null
      ? step.levels.includes(0) && matching.hasWord(slot, node.word)
      : matching.hasPhrase(slot, node.phrase)
  return [{ cost: 0, test: isExact, next: { ...step, isExactOnly: true } }, ...alternatives]
}

function exactAttribute(matching: NaiveMatching): NaiveRule {
  const { searcher } = matching
  const rankOf = (slot: number, nodes: readonly QueryNode[]): number => {
    const wordCount = nodes.reduce((sum, node) => sum + node.end - node.start + 1, 0)
    const placed = nodes.flatMap((node) =>
      (node.phrase ?? [node.word]).flatMap((word, i) =>
        word === null ? [] : [{ word, place: bucketed(node.start + i) }],
      ),
    )
    const isCandidate = placed.every(
      ({ word, place }) =>
        matching.hasWord(slot, word) &&
        matching.occurrences(slot, word).some((each) => bucketed(each.position) === place),
    )
    const fields = [...new Set(searcher.occurrences[slot]!.map(({ field }) => field))]
    const starts = fields.filter(
      (field) =>
        isCandidate &&
        matching.isSearched(field) &&
        placed.every(({ word }) =>
          matching.occurrences(slot, word).some((each) => each.field === field),
        ),
    )
    const counts = starts.map(
      (field) => searcher.occurrences[slot]!.filter((each) => each.field === field).length,
    )
    if (counts.some((count) => count === wordCount && wordCount <= 30)) return 3
    return counts.length > 0 ? 2 : 1
  }
  return {
    name: 'exactAttribute',
    split({ slots, paths }) {
      const byTerm = new Map<number, QueryNode>()
      for (const { node, levels } of paths.flat()) {
        if (node.components !== null || !levels.includes(0)) continue
        if (node.phrase !== null || searcher.hasWord(node.word)) byTerm.set(node.firstTerm, node)
      }
      const nodes = [...byTerm.values()].toSorted((a, b) => a.firstTerm - b.firstTerm)
      const isStart = nodes.length > 0 && nodes.every((node, i) => node.firstTerm === i)
      return [3, 2, 1].flatMap((rank) => {
        const found = slots.filter((slot) => (isStart ? rankOf(slot, nodes) : 1) === rank)
        return found.length === 0 ? [] : [{ slots: found, paths, rank, rankMax: 3 }]
      })
    },
  }
}
