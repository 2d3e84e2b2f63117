// More words of the query first (relevancy 7.1). The rule always comes before the other rules over the query.

import { type DocSet, hasBit } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import type { RemovalWeights } from '../../query/removal.ts'
import { DocsAtHand } from '../docs-at-hand.ts'
import { LeadingGroups } from '../leading-words.ts'
import { freeStep, NO_QUERY, type Path, type QueryState } from '../query-state.ts'
import { rankEntry } from '../rank-buckets.ts'
import type { Buckets, RankContext, RankingRule, ScoreEntry } from '../ranking-rule.ts'
import { NodeGroups, type WordsGroup } from '../words-groups.ts'
import { compareChoices, type WordChoice, WordChooser } from '../word-choice.ts'

/**
 * Ranks documents by how many words they make the query give up. `isLeading`: words are given up from the end, and the
 * first is always kept.
 */
export function createWordsRule(
  docs: NodeDocs,
  weights: RemovalWeights,
  options: { readonly isLeading: boolean },
): RankingRule {
  return new WordsRule(docs, weights, options.isLeading)
}

class WordsRule implements RankingRule {
  readonly name = 'words'
  readonly #docs: NodeDocs
  readonly #weights: RemovalWeights
  readonly #isLeading: boolean
  #chooser: WordChooser | null = null

  constructor(docs: NodeDocs, weights: RemovalWeights, isLeading: boolean) {
    this.#docs = docs
    this.#weights = weights
    this.#isLeading = isLeading
  }

  get readsQuery(): boolean {
    return true
  }

  partition(universe: DocSet, _state: QueryState, context: RankContext): Buckets {
    const docs = this.#docs
    const chooser = (this.#chooser ??= new WordChooser(docs.graph, this.#weights))
    const groups = this.#isLeading
      ? new LeadingGroups(universe, docs, chooser)
      : new NodeGroups(universe, docs, chooser)
    return new WordsBuckets(docs, chooser, groups, context)
  }
}

class WordsBuckets extends DocsAtHand implements Buckets {
  state: QueryState = NO_QUERY
  readonly #docs: NodeDocs
  readonly #chooser: WordChooser
  readonly #groups: { next(): WordsGroup | null }
  readonly #context: RankContext
  #cost = 0

  constructor(
    docs: NodeDocs,
    chooser: WordChooser,
    groups: { next(): WordsGroup | null },
    context: RankContext,
  ) {
    super()
    this.#docs = docs
    this.#chooser = chooser
    this.#groups = groups
    this.#context = context
  }

  next(): boolean {
    const group = this.#groups.next()
    if (group === null) return false
    const { excluded } = this.#context
    const owners: WordChoice[] = []
    for (const { choice, docs } of group.parts) {
      if (excluded === null || hasOther(docs, excluded)) owners.push(choice)
    }
    this.#cost = group.cost
    this.docs = group.docs
    this.state = stateOf(owners)
    return true
  }

  score(): ScoreEntry {
    const words = Math.max(0, this.#docs.graph.phraseWordCount - 1)
    const rankMax = 1 + words + this.#chooser.costMax
    return rankEntry('words', rankMax - this.#cost, rankMax)
  }
}

function hasOther(docs: DocSet, excluded: Uint32Array): boolean {
  return docs.toArray().some((slot) => !hasBit(excluded, slot))
}

function stateOf(owners: WordChoice[]): QueryState {
  owners.sort(compareChoices)
  const paths: Path[] = []
  const known = new Set<string>()
  for (const { choices } of owners) {
    const nodes = choices.filter((choice) => choice.isKept).map((choice) => choice.node)
    const key = nodes.map((node) => node.index).join()
    if (known.has(key)) continue
    known.add(key)
    paths.push(nodes.map(freeStep))
  }
  return { paths }
}
