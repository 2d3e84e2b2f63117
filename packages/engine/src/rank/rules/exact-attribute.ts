// Attributes that are the query, then attributes that start with it (relevancy 7.6, first half).

import { DocSet } from '../../bits/doc-set.ts'
import type { PositionBuffer, Postings } from '../../index/searcher.ts'
import { intersectPostings } from '../../query/intersect-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import type { QueryNode } from '../../query/query-graph.ts'
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
      if (nodes === null) {
        yield bucketOf(universe, NO_EXACT_MATCH, state)
        return
      }
      const ranks = rankDocs(docs, universe.toArray(), nodes)
      for (const rank of [EXACT_MATCH, MATCHES_START, NO_EXACT_MATCH]) {
        const slots = universe.toArray().filter((_, at) => ranks[at] === rank)
        if (slots.length === ranks.length) yield bucketOf(universe, rank, state)
        else if (slots.length > 0) yield bucketOf(DocSet.fromSorted(slots), rank, state)
      }
    },
  }
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
  readonly position: number
}

function rankDocs(docs: NodeDocs, universe: Uint32Array, nodes: readonly QueryNode[]): Uint8Array {
  const ranks = new Uint8Array(universe.length).fill(NO_EXACT_MATCH)
  const words = placedWords(docs, nodes)
  if (words === null) return ranks
  const wordCount = nodes.reduce((sum, node) => sum + node.end - node.start + 1, 0)
  const { searcher } = docs
  for (const { at, fields } of findCandidates(docs, universe, words)) {
    for (const field of fields) {
      const isWhole =
        wordCount <= FIELD_WORDS_MAX && searcher.fieldWordCount(universe[at]!, field) === wordCount
      ranks[at] = Math.max(ranks[at]!, isWhole ? EXACT_MATCH : MATCHES_START)
    }
  }
  return ranks
}

function placedWords(docs: NodeDocs, nodes: readonly QueryNode[]): PlacedWord[] | null {
  const words: PlacedWord[] = []
  for (const node of nodes) {
    const parts = node.phrase ?? [node.word]
    for (const [offset, word] of parts.entries()) {
      if (word === null) continue
      const postings = docs.searcher.postings(word)
      if (postings === null) return null
      words.push({ postings, position: bucketedPosition(node.start + offset) })
    }
  }
  return words
}

/** A document with every word in its place, and the searched fields that hold all of them. */
interface Candidate {
  readonly at: number
  readonly fields: readonly number[]
}

function findCandidates(
  docs: NodeDocs,
  universe: Uint32Array,
  words: readonly PlacedWord[],
): Candidate[] {
  const { searcher, scope } = docs
  const buffer: PositionBuffer = { values: new Uint32Array(64) }
  let candidates: Candidate[] | null = null
  let slots = universe
  for (const { postings, position } of words) {
    const { count, leftAt, rightAt } = intersectPostings(
      slots,
      slots.length,
      postings.docs,
      postings.count,
    )
    const next: Candidate[] = []
    for (let i = 0; i < count; i++) {
      const posting = rightAt[i]!
      if (!standsAt(searcher.readPositions(postings, posting, buffer), buffer, position)) continue
      const held = searcher.fieldSets[postings.fieldSets[posting]!]!
      const before: Candidate | undefined = candidates?.[leftAt[i]!]
      const fields =
        before === undefined
          ? [...held].filter((field) => scope.has(field))
          : before.fields.filter((field) => held.includes(field))
      if (fields.length > 0) next.push({ at: before?.at ?? leftAt[i]!, fields })
    }
    candidates = next
    slots = Uint32Array.from(next, (candidate) => universe[candidate.at]!)
  }
  return candidates ?? []
}

function standsAt(count: number, { values }: PositionBuffer, position: number): boolean {
  for (let i = 0; i < count; i++) {
    if (bucketedPosition(values[i]! & 0xffff) === position) return true
  }
  return false
}
