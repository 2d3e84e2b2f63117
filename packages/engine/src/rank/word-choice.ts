// Which words of the query a document keeps (relevancy 5.4): the cheapest way through the graph when nodes may be skipped.

import type { QueryGraph, QueryNode } from '../query/query-graph.ts'
import { KEPT, type RemovalWeights } from '../query/removal.ts'

/** One node of a way through the query. */
export interface Choice {
  readonly node: QueryNode
  readonly isKept: boolean
}

/** The first of the cheapest ways, by node order, skipping before keeping. */
export interface WordChoice {
  /** Terms given up. */
  readonly cost: number
  readonly choices: readonly Choice[]
}

const IMPOSSIBLE = 1000

/** Chooses words by which nodes a document satisfies; answers are remembered. */
export class WordChooser {
  #graph: QueryGraph
  #weights: RemovalWeights
  #known = new Map<number, WordChoice | null>()
  /** Costs by (term, largest weight skipped so far), for the mask at hand; -1 when unknown. */
  #costs: Int16Array
  #width: number
  #costMax: number | undefined

  constructor(graph: QueryGraph, weights: RemovalWeights) {
    this.#graph = graph
    this.#weights = weights
    this.#width = graph.termCount + 2
    this.#costs = new Int16Array((graph.termCount + 1) * this.#width)
  }

  /** Terms given up when everything removable is. */
  get costMax(): number {
    return (this.#costMax ??= this.#dearest(0))
  }

  /** `mask` has the bit of each node that the document satisfies. Null when there is no way. */
  choose(mask: number): WordChoice | null {
    let choice = this.#known.get(mask)
    if (choice === undefined) {
      this.#costs.fill(-1)
      const cost = this.#cheapest(0, 0, mask)
      choice = cost >= IMPOSSIBLE ? null : { cost, choices: this.#retrace(mask) }
      this.#known.set(mask, choice)
    }
    return choice
  }

  #dearest(term: number): number {
    let dearest = 0
    for (const node of this.#graph.nodesFrom[term] ?? []) {
      const own = this.#weights[node.index] === KEPT ? 0 : node.termCount
      dearest = Math.max(dearest, own + this.#dearest(node.lastTerm + 1))
    }
    return dearest
  }

  /** Terms given up from `term` on; nodes lighter than `skipped` must go too. */
  #cheapest(term: number, skipped: number, mask: number): number {
    if (term === this.#graph.termCount) return 0
    const at = term * this.#width + skipped
    const known = this.#costs[at]!
    if (known >= 0) return known
    let best = IMPOSSIBLE
    for (const node of this.#graph.nodesFrom[term]!) {
      best = Math.min(best, this.#skip(node, skipped, mask), this.#keep(node, skipped, mask))
    }
    this.#costs[at] = best
    return best
  }

  #skip(node: QueryNode, skipped: number, mask: number): number {
    const weight = this.#weights[node.index]!
    if (weight === KEPT) return IMPOSSIBLE
    const rest = this.#cheapest(node.lastTerm + 1, Math.max(skipped, weight), mask)
    return Math.min(IMPOSSIBLE, rest + node.termCount)
  }

  #keep(node: QueryNode, skipped: number, mask: number): number {
    if ((mask & (1 << node.index)) === 0) return IMPOSSIBLE
    // a word of an earlier removal group can't stay when a later one went before it
    if (this.#weights[node.index]! < skipped) return IMPOSSIBLE
    return this.#cheapest(node.lastTerm + 1, skipped, mask)
  }

  #retrace(mask: number): Choice[] {
    const choices: Choice[] = []
    let term = 0
    let skipped = 0
    while (term < this.#graph.termCount) {
      const cost = this.#cheapest(term, skipped, mask)
      for (const node of this.#graph.nodesFrom[term]!) {
        const isSkipped = this.#skip(node, skipped, mask) === cost
        if (!isSkipped && this.#keep(node, skipped, mask) !== cost) continue
        choices.push({ node, isKept: !isSkipped })
        if (isSkipped) skipped = Math.max(skipped, this.#weights[node.index]!)
        term = node.lastTerm + 1
        break
      }
    }
    return choices
  }
}

/** Compares ways step after step: node order first, then skipping before keeping. */
export function compareChoices(a: WordChoice, b: WordChoice): number {
  for (let i = 0; i < a.choices.length && i < b.choices.length; i++) {
    const x = a.choices[i]!
    const y = b.choices[i]!
    const difference = x.node.index - y.node.index || Number(x.isKept) - Number(y.isKept)
    if (difference !== 0) return difference
  }
  return a.choices.length - b.choices.length
}
