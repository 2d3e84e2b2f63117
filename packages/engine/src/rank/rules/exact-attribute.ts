// Attributes that are the query, then attributes that start with it (relevancy 7.6, first half).

import { DocSet } from '../../bits/doc-set.ts'
import { rawBytes, rawWords, trimWords } from '../../bits/scratch.ts'
import type { Postings, Searcher } from '../../index/searcher.ts'
import { denseIndexOf } from '../../query/dense-postings.ts'
import type { FieldScope } from '../../query/field-scope.ts'
import { locatePostings } from '../../query/intersect-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import type { QueryNode } from '../../query/query-graph.ts'
import { DOCS_PER_CHECK } from '../../query/time-limit.ts'
import { PlaceCosts } from '../place-costs.ts'
import { bucketedPosition } from '../position-bucket.ts'
import type { QueryState } from '../query-state.ts'
import type { Bucket, RankingRule } from '../ranking-rule.ts'

const EXACT_MATCH = 3
const MATCHES_START = 2
const NO_EXACT_MATCH = 1

/** Field lengths above this are unknown, so that no field of that length is an exact match. */
const FIELD_WORDS_MAX = 30

/** Ranks documents by how well a whole attribute equals what is left of the query. */
export function createExactAttributeRule(docs: NodeDocs): RankingRule {
  return {
    name: 'exactAttribute',
    readsQuery: true,
    *partition(universe, state) {
      const nodes = exactNodes(docs, state)
      const slots = universe.toArray()
      const ranks = nodes === null ? null : rankDocs(docs, slots, nodes)
      if (ranks === null) {
        yield bucketOf(universe, NO_EXACT_MATCH, state)
        return
      }
      for (const rank of [EXACT_MATCH, MATCHES_START, NO_EXACT_MATCH]) {
        const found = ofRank(slots, ranks, rank)
        if (found.length === slots.length) yield bucketOf(universe, rank, state)
        else if (found.length > 0) yield bucketOf(DocSet.fromSorted(found), rank, state)
      }
    },
  }
}

function ofRank(slots: Uint32Array, ranks: Uint8Array, rank: number): Uint32Array {
  const found = rawWords(slots.length)
  let count = 0
  for (let i = 0; i < slots.length; i++) {
    found[count] = slots[i]!
    count += ranks[i] === rank ? 1 : 0
  }
  return trimWords(found, count)
}

function bucketOf(docs: DocSet, rank: number, state: QueryState): Bucket {
  return { docs, score: { kind: 'rank', rule: 'exactAttribute', rank, rankMax: 3 }, state }
}

/** The terms that are in the index as typed, one per place; null unless they are the beginning of the query. */
function exactNodes(docs: NodeDocs, state: QueryState): QueryNode[] | null {
  const byTerm: (QueryNode | undefined)[] = []
  for (const { node, levels } of state.paths.flat()) {
    if (node.components !== null || (levels & 1) === 0) continue
    if (node.phrase === null && !docs.derivations(node).hasExact) continue
    byTerm[node.firstTerm] = node
  }
  const nodes: QueryNode[] = []
  for (const node of byTerm) {
    // a term is missing before this one
    if (node === undefined) return null
    nodes.push(node)
  }
  return nodes.length === 0 ? null : nodes
}

/** A word and where it must stand. */
interface PlacedWord {
  readonly postings: Postings
  readonly place: number
}

/** Ranks per document, or null when none is better than NO_EXACT_MATCH. */
function rankDocs(
  docs: NodeDocs,
  slots: Uint32Array,
  nodes: readonly QueryNode[],
): Uint8Array | null {
  const { searcher, scope } = docs
  const words = placedWords(docs, nodes)
  if (words === null) return null
  const wordCount = nodes.reduce((sum, node) => sum + node.end - node.start + 1, 0)
  if (wordCount === 1) return rankOneWord(docs, slots, words[0]!)
  const { places, held } = findCandidates(docs, slots, words)
  if (places.length === 0) return null
  const ranks = rawBytes(slots.length).fill(NO_EXACT_MATCH)
  const { fieldSets } = searcher
  for (let i = 0; i < places.length; i++) {
    const at = places[i]!
    const first = fieldSets[words[0]!.postings.fieldSets[held[0]![i]!]!]!
    for (let f = 0; f < first.length; f++) {
      const field = first[f]!
      if (!scope.has(field)) continue
      let holdsAll = true
      for (let w = 1; w < words.length && holdsAll; w++) {
        const { postings } = words[w]!
        holdsAll = fieldSets[postings.fieldSets[held[w]![i]!]!]!.includes(field)
      }
      if (!holdsAll) continue
      const isWhole =
        wordCount <= FIELD_WORDS_MAX && searcher.fieldWordCount(slots[at]!, field) === wordCount
      ranks[at] = Math.max(ranks[at]!, isWhole ? EXACT_MATCH : MATCHES_START)
    }
  }
  return ranks
}

interface Known {
  readonly scope: FieldScope
  /** Per posting, 0 while it is unknown. */
  readonly ranks: Uint8Array
}

/** Ranks of frequent words in queries of one word. Searchers share postings, but not what they search in. */
const known = new WeakMap<Postings, Known>()

function rankOneWord(docs: NodeDocs, slots: Uint32Array, word: PlacedWord): Uint8Array | null {
  const { searcher, scope } = docs
  const { postings } = word
  const costs = new PlaceCosts(searcher, postings, bucketedPosition(word.place), 1)
  const memory = rankMemory(docs, word)
  const ranks = rawBytes(slots.length).fill(NO_EXACT_MATCH)
  let best = NO_EXACT_MATCH
  const { count, leftAt, rightAt } = locatePostings(slots, postings, searcher.slotCount)
  for (let i = 0; i < count; i++) {
    if (i % DOCS_PER_CHECK === 0) docs.time.check()
    const posting = rightAt[i]!
    let rank = memory === null ? 0 : memory[posting]!
    if (rank === 0) {
      const isThere = costs.at(posting) === 0
      rank = isThere ? rankPosting(searcher, scope, postings, posting) : NO_EXACT_MATCH
      if (memory !== null) memory[posting] = rank
    }
    ranks[leftAt[i]!] = rank
    if (rank > best) best = rank
  }
  return best === NO_EXACT_MATCH ? null : ranks
}

function rankMemory({ searcher, scope }: NodeDocs, word: PlacedWord): Uint8Array | null {
  const { postings } = word
  const isFrequent = denseIndexOf(postings, searcher.slotCount) !== null
  if (word.place !== 0 || !scope.isWhole || !isFrequent) return null
  let entry = known.get(postings)
  if (entry?.scope !== scope) {
    entry = { scope, ranks: new Uint8Array(postings.count) }
    known.set(postings, entry)
  }
  return entry.ranks
}

/** The rank of a word that stands where it must. */
function rankPosting(
  searcher: Searcher,
  scope: FieldScope,
  postings: Postings,
  posting: number,
): number {
  const slot = postings.docs[posting]!
  let rank = NO_EXACT_MATCH
  for (const field of searcher.fieldSets[postings.fieldSets[posting]!]!) {
    if (!scope.has(field)) continue
    if (searcher.fieldWordCount(slot, field) === 1) return EXACT_MATCH
    rank = MATCHES_START
  }
  return rank
}

function placedWords(docs: NodeDocs, nodes: readonly QueryNode[]): PlacedWord[] | null {
  const words: PlacedWord[] = []
  for (const node of nodes) {
    const parts = node.phrase ?? [node.word]
    for (const [offset, word] of parts.entries()) {
      if (word === null) continue
      const postings = docs.searcher.postings(word)
      if (postings === null) return null
      words.push({ postings, place: node.start + offset })
    }
  }
  return words
}

/** Documents that hold every word where it must stand. */
interface Candidates {
  /** Places in the universe, ascending. */
  readonly places: Uint32Array
  /** Per word and candidate: its posting. */
  readonly held: readonly Uint32Array[]
}

function findCandidates(
  { searcher, time }: NodeDocs,
  slots: Uint32Array,
  words: readonly PlacedWord[],
): Candidates {
  let places: Uint32Array | null = null
  let held: Uint32Array[] = []
  for (const { postings, place } of words) {
    const costs = new PlaceCosts(searcher, postings, bucketedPosition(place), 1)
    const before: Uint32Array | null = places
    const docsOf: Uint32Array = before === null ? slots : before.map((at) => slots[at]!)
    const common = locatePostings(docsOf, postings, searcher.slotCount)
    const kept = rawWords(common.count)
    const postingsOf = rawWords(common.count)
    let count = 0
    for (let i = 0; i < common.count; i++) {
      if (i % DOCS_PER_CHECK === 0) time.check()
      const posting = common.rightAt[i]!
      if (costs.at(posting) !== 0) continue
      kept[count] = common.leftAt[i]!
      postingsOf[count++] = posting
    }
    const left = kept.subarray(0, count)
    held = held.map((list) => left.map((at) => list[at]!))
    held.push(postingsOf.subarray(0, count))
    places = before === null ? left : left.map((at) => before[at] ?? 0)
    if (count === 0) break
  }
  return { places: places ?? new Uint32Array(0), held }
}
