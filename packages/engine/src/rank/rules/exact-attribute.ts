// Attributes that are the query, then attributes that start with it (relevancy 7.6, first half).

import type { DocSet } from '../../bits/doc-set.ts'
import { rawInts, rawWords } from '../../bits/scratch.ts'
import type { Postings, Searcher } from '../../index/searcher.ts'
import { denseIndexOf } from '../../query/dense-postings.ts'
import type { FieldScope } from '../../query/field-scope.ts'
import { locatePostings } from '../../query/intersect-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import type { QueryNode } from '../../query/query-graph.ts'
import { DOCS_PER_CHECK } from '../../query/time-limit.ts'
import type { CostColumn } from '../cost-column.ts'
import { CostGroups } from '../cost-groups.ts'
import { PlaceCosts } from '../place-costs.ts'
import { bucketedPosition } from '../position-bucket.ts'
import type { QueryState } from '../query-state.ts'
import { OneBucket, RankBuckets } from '../rank-buckets.ts'
import type { Buckets, RankingRule } from '../ranking-rule.ts'

const RANK_MAX = 3

/** What a document pays: nothing when an attribute is the query, one when it starts with it, or the most. */
const EXACT_MATCH = 0
const MATCHES_START = 1
export const NO_EXACT_MATCH = 2

/** Field lengths above this are unknown, so that no field of that length is an exact match. */
const FIELD_WORDS_MAX = 30

/** Ranks documents by how well a whole attribute equals what is left of the query. */
export function createExactAttributeRule(docs: NodeDocs): ExactAttributeRule {
  return new ExactAttributeRule(docs)
}

/** A word and where it must stand. */
interface PlacedWord {
  readonly postings: Postings
  readonly place: number
}

/** What is left of a query, word by word. */
interface PlacedQuery {
  readonly words: readonly PlacedWord[]
  /** Words with their holes. */
  readonly wordCount: number
}

/** The rule, which also tells costs one by one. */
export class ExactAttributeRule implements RankingRule {
  readonly name = 'exactAttribute'
  readonly #docs: NodeDocs
  /** The state that was asked about last, and its words; null when no attribute can match them. */
  #state: QueryState | null = null
  #query: PlacedQuery | null = null

  constructor(docs: NodeDocs) {
    this.#docs = docs
  }

  get readsQuery(): boolean {
    return true
  }

  partition(universe: DocSet, state: QueryState): Buckets {
    const costs = this.costs(universe.toArray(), state)
    if (costs === null) {
      return new OneBucket(this.name, RANK_MAX - NO_EXACT_MATCH, RANK_MAX, universe, state)
    }
    return new RankBuckets(this.name, RANK_MAX, new CostGroups(universe, costs), state)
  }

  /** What each document pays, or null when all of them pay the most. */
  costs(slots: Uint32Array, state: QueryState): CostColumn | null {
    if (state !== this.#state) {
      this.#state = state
      this.#query = placedQuery(this.#docs, state)
    }
    const query = this.#query
    return query === null ? null : costsOf(this.#docs, slots, query)
  }
}

function placedQuery(docs: NodeDocs, state: QueryState): PlacedQuery | null {
  const nodes = exactNodes(docs, state)
  if (nodes === null) return null
  const words: PlacedWord[] = []
  let wordCount = 0
  for (const node of nodes) {
    wordCount += node.end - node.start + 1
    if (node.phrase === null) {
      const postings = docs.derivations(node).exactPostings
      if (postings === null) return null
      words.push({ postings, place: node.start })
      continue
    }
    for (const [offset, word] of node.phrase.entries()) {
      if (word === null) continue
      const postings = docs.searcher.postings(word)
      if (postings === null) return null
      words.push({ postings, place: node.start + offset })
    }
  }
  return { words, wordCount }
}

/** The terms that are in the index as typed, one per place; null unless they are the beginning of the query. */
function exactNodes(docs: NodeDocs, { paths }: QueryState): QueryNode[] | null {
  const byTerm: (QueryNode | undefined)[] = []
  for (const path of paths) {
    for (const { node, levels } of path) {
      if (node.components !== null || (levels & 1) === 0) continue
      if (node.phrase === null && !docs.derivations(node).hasExact) continue
      byTerm[node.firstTerm] = node
    }
  }
  const nodes: QueryNode[] = []
  for (let term = 0; term < byTerm.length; term++) {
    const node = byTerm[term]
    // a term is missing before this one
    if (node === undefined) return null
    nodes.push(node)
  }
  return nodes.length === 0 ? null : nodes
}

/** Costs per document, or null when all of them pay the most. */
function costsOf(docs: NodeDocs, slots: Uint32Array, query: PlacedQuery): CostColumn | null {
  const { words, wordCount } = query
  if (wordCount === 1) return costsOfOne(docs, slots, words[0]!)
  const { searcher, scope } = docs
  const slotTotal = slots.length
  const table = rawWords(slotTotal * words.length)
  const places = rawWords(slotTotal)
  const placeCount = findCandidates(docs, slots, words, places, table)
  if (placeCount === 0) return null
  const costs = rawInts(slotTotal).fill(NO_EXACT_MATCH)
  const shared = new SharedFields(searcher, scope, words.length)
  for (let i = 0; i < placeCount; i++) {
    const at = places[i]!
    for (let w = 0; w < words.length; w++) {
      shared.put(w, words[w]!.postings.fieldSets[table[w * slotTotal + at]!]!)
    }
    const fields = shared.fields()
    if (fields.length === 0) continue
    costs[at] = MATCHES_START
    if (wordCount > FIELD_WORDS_MAX) continue
    for (let f = 0; f < fields.length; f++) {
      if (searcher.fieldWordCount(slots[at]!, fields[f]!) === wordCount) costs[at] = EXACT_MATCH
    }
  }
  return costs
}

/** The searched fields that hold all words, by their field sets: mostly the same in one document after the other. */
class SharedFields {
  readonly #searcher: Searcher
  readonly #scope: FieldScope
  /** Per word the number of its field set. */
  readonly #sets: Int32Array
  #isChanged = true
  #fields: number[] = []

  constructor(searcher: Searcher, scope: FieldScope, wordCount: number) {
    this.#searcher = searcher
    this.#scope = scope
    this.#sets = rawInts(wordCount).fill(-1)
  }

  put(word: number, fieldSet: number): void {
    if (this.#sets[word] === fieldSet) return
    this.#sets[word] = fieldSet
    this.#isChanged = true
  }

  fields(): readonly number[] {
    if (!this.#isChanged) return this.#fields
    this.#isChanged = false
    this.#fields = []
    const { fieldSets } = this.#searcher
    for (const field of fieldSets[this.#sets[0]!]!) {
      let isShared = this.#scope.has(field)
      for (let w = 1; w < this.#sets.length; w++) {
        isShared &&= fieldSets[this.#sets[w]!]!.includes(field)
      }
      if (isShared) this.#fields.push(field)
    }
    return this.#fields
  }
}

/**
 * Documents that hold every word where it must stand: writes their places, ascending, and per word and place the posting,
 * one word after the other; returns how many there are.
 */
function findCandidates(
  { searcher, time }: NodeDocs,
  slots: Uint32Array,
  words: readonly PlacedWord[],
  places: Uint32Array,
  table: Uint32Array,
): number {
  let candidates = slots
  let candidateCount = slots.length
  for (let w = 0; w < words.length; w++) {
    const { postings, place } = words[w]!
    const costs = new PlaceCosts(searcher, postings, bucketedPosition(place), 1)
    const common = locatePostings(candidates, postings, searcher.slotCount, candidateCount)
    const { count, leftAt, rightAt } = common
    const start = w * slots.length
    let kept = 0
    for (let i = 0; i < count; i++) {
      if (i % DOCS_PER_CHECK === 0) time.check()
      const posting = rightAt[i]!
      if (costs.at(posting) !== 0) continue
      const at = w === 0 ? leftAt[i]! : places[leftAt[i]!]!
      places[kept++] = at
      table[start + at] = posting
    }
    if (kept === 0) return 0
    if (w === words.length - 1) return kept
    if (w === 0) candidates = rawWords(kept)
    for (let i = 0; i < kept; i++) candidates[i] = slots[places[i]!]!
    candidateCount = kept
  }
  return 0
}

interface Known {
  readonly scope: FieldScope
  /** Per posting one more than the cost, 0 while it is unknown. */
  readonly costs: Uint8Array
}

/** Costs of frequent words in queries of one word. Searchers share postings, but not what they search in. */
const known = new WeakMap<Postings, Known>()

function costsOfOne(docs: NodeDocs, slots: Uint32Array, word: PlacedWord): CostColumn | null {
  const { searcher, scope } = docs
  const { postings } = word
  const places = new PlaceCosts(searcher, postings, bucketedPosition(word.place), 1)
  const memory = costMemory(docs, word)
  const costs = rawInts(slots.length).fill(NO_EXACT_MATCH)
  let best = NO_EXACT_MATCH
  const { count, leftAt, rightAt } = locatePostings(slots, postings, searcher.slotCount)
  for (let i = 0; i < count; i++) {
    if (i % DOCS_PER_CHECK === 0) docs.time.check()
    const posting = rightAt[i]!
    let cost = memory === null ? -1 : memory[posting]! - 1
    if (cost < 0) {
      const isThere = places.at(posting) === 0
      cost = isThere ? costOfPosting(searcher, scope, postings, posting) : NO_EXACT_MATCH
      if (memory !== null) memory[posting] = cost + 1
    }
    costs[leftAt[i]!] = cost
    if (cost < best) best = cost
  }
  return best === NO_EXACT_MATCH ? null : costs
}

function costMemory({ searcher, scope }: NodeDocs, word: PlacedWord): Uint8Array | null {
  const { postings } = word
  if (word.place !== 0 || !scope.isWhole) return null
  if (denseIndexOf(postings, searcher.slotCount) === null) return null
  let entry = known.get(postings)
  if (entry?.scope !== scope) {
    entry = { scope, costs: new Uint8Array(postings.count) }
    known.set(postings, entry)
  }
  return entry.costs
}

/** The cost of a word that stands where it must. */
function costOfPosting(
  searcher: Searcher,
  scope: FieldScope,
  postings: Postings,
  posting: number,
): number {
  const slot = postings.docs[posting]!
  const fields = searcher.fieldSets[postings.fieldSets[posting]!]!
  let cost = NO_EXACT_MATCH
  for (let f = 0; f < fields.length; f++) {
    if (!scope.has(fields[f]!)) continue
    if (searcher.fieldWordCount(slot, fields[f]!) === 1) return EXACT_MATCH
    cost = MATCHES_START
  }
  return cost
}
