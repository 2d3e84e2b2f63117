// The whole ranking of a keyword search, straight from relevancy 5 to 8: every path, every alternative, every document.

import { parseQuery } from '../../src/query/parse-query.ts'
import {
  allPaths,
  buildQueryGraph,
  type QueryGraph,
  type QueryNode,
} from '../../src/query/query-graph.ts'
import { createTypoBudget } from '../../src/query/typos.ts'
import { NaiveMatching, type Step } from './naive-matching.ts'
import { naiveRules, type NaiveBucket } from './naive-rules.ts'
import type { NaiveSearcher } from './naive-searcher.ts'

export interface NaiveSearch {
  readonly q: string
  readonly matchingStrategy: 'last' | 'all' | 'frequency'
  readonly attributesToSearchOn: readonly string[] | null
}

/** A document with what each rule said of it. */
export interface NaiveHit {
  readonly slot: number
  readonly ranks: readonly {
    readonly rule: string
    readonly rank: number
    readonly rankMax: number
  }[]
}

export interface NaiveResult {
  readonly universe: readonly number[]
  readonly hits: readonly NaiveHit[]
}

/** Ranks all documents of a searcher. */
export function rankNaively(searcher: NaiveSearcher, search: NaiveSearch): NaiveResult {
  const { settings, tokenizer } = searcher
  const parsed = parseQuery(search.q, tokenizer.tokenize(search.q), {
    allowsPrefix: settings.prefixSearch !== 'disabled',
  })
  const matching = new NaiveMatching(searcher, search.attributesToSearchOn)
  const graph = buildQueryGraph(parsed.terms, createTypoBudget(settings.typoTolerance, tokenizer))
  const base = [...searcher.live.toArray()].filter(
    (slot) =>
      !parsed.negativeWords.some((word) => matching.hasWord(slot, word)) &&
      !parsed.negativePhrases.some((phrase) => matching.hasPhrase(slot, phrase)),
  )
  const byNumber = (a: number, b: number): number =>
    searcher.documentNumber(a) - searcher.documentNumber(b)
  if (graph.termCount === 0) {
    return { universe: base, hits: base.toSorted(byNumber).map((slot) => ({ slot, ranks: [] })) }
  }
  const weights = weigh(graph, matching, search.matchingStrategy)
  const paths = allPaths(graph).map((nodes) => nodes.map(freeStep))
  const universe = base.filter((slot) =>
    paths.some((path) =>
      path.every((step) => weights(step.node) < Infinity || matching.satisfiesStep(slot, step)),
    ),
  )
  const rules = naiveRules(settings.rankingRules, search.matchingStrategy, graph, matching, weights)
  const hits: NaiveHit[] = []
  const sort = (bucket: NaiveBucket, index: number, ranks: NaiveHit['ranks']): void => {
    const rule = rules[index]
    if (rule === undefined) {
      hits.push(...bucket.slots.toSorted(byNumber).map((slot) => ({ slot, ranks })))
      return
    }
    for (const next of rule.split(bucket)) {
      const entry = { rule: rule.name, rank: next.rank, rankMax: next.rankMax }
      sort(next, index + 1, [...ranks, entry])
    }
  }
  sort({ slots: universe, paths }, 0, [])
  return { universe, hits }
}

function freeStep(node: QueryNode): Step {
  return { node, levels: [0, 1, 2], isExactOnly: false }
}

/** Removal weights of 5.2; Infinity for what stays. */
function weigh(
  graph: QueryGraph,
  matching: NaiveMatching,
  strategy: NaiveSearch['matchingStrategy'],
): (node: QueryNode) => number {
  if (strategy === 'all') return () => Infinity
  const terms = Array.from({ length: graph.termCount }, (_, term) => term)
  const live = [...matching.searcher.live.toArray()]
  const counts = terms.map((term) => {
    const nodes = graph.nodes.filter((node) => node.firstTerm <= term && node.lastTerm >= term)
    const found = live.filter((slot) =>
      nodes.some((node) => matching.satisfiesStep(slot, freeStep(node))),
    )
    return found.length === 0 ? Infinity : found.length
  })
  const ranked = [...new Set(counts)].toSorted((a, b) => (a < b ? 1 : -1))
  const ofTerm = terms.map((term) =>
    strategy === 'last' ? terms.length - term : ranked.indexOf(counts[term]!) + 1,
  )
  const ofNode = (node: QueryNode): number =>
    node.phrase === null ? Math.max(...ofTerm.slice(node.firstTerm, node.lastTerm + 1)) : Infinity
  if (graph.hasPhrase) return ofNode
  const last = Math.max(...graph.nodes.map(ofNode))
  return (node) => (ofNode(node) === last ? Infinity : ofNode(node))
}
