// Federated search: queries over one or several indexes, whose hits become one list. Each list comes ordered from its own
// search; merging compares hits rule by rule and never changes the order inside a list.

import { ByteWriter } from '../bits/byte-writer.ts'
import { DocSet } from '../bits/doc-set.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { compareWords } from '../bits/word-order.ts'
import { documentValues } from './document-values.ts'
import { federatedFacets, type FoundInIndex } from './federated-facets.ts'
import { inIndex, inPlace } from './federated-place.ts'
import type { FederatedQuery, FederatedSearchRequest } from './federated-request.ts'
import { RuleComparison } from './federated-rules.ts'
import { type Page, pageOf } from './paginate.ts'
import {
  type EmbeddedQueries,
  NOTHING_EMBEDDED,
  type QueryToEmbed,
  QueryVectorsNeeded,
} from './query-vector.ts'
import { compareWeighted, type WeightedScore, weightedScore } from './score-groups.ts'
import {
  deadlineOf,
  type HitWriter,
  hitWriter,
  type Now,
  runSearch,
  type SearchOutcome,
} from './search.ts'

/**
 * Answers with JSON text. All queries on one index read the same searcher and share one deadline. Throws InputError, with
 * the place of the query in front, about the first query that fails; indexes are taken in the order of their uids.
 */
export function federate(
  request: FederatedSearchRequest,
  searcherOf: (indexId: string) => IndexSearcher,
  now: Now,
  embedded: EmbeddedQueries = NOTHING_EMBEDDED,
): Uint8Array {
  const startMs = now()
  const page = pageOf(request, Infinity)
  const lists: HitList[] = []
  const foundIn = new Map<string, FoundInIndex>()
  const comparison = new RuleComparison()
  const needed: QueryToEmbed[] = []
  for (const positions of byIndex(request.queries)) {
    const { indexId } = request.queries[positions[0]!]!
    const searcher = searcherOf(indexId)
    const deadlineMs = deadlineOf(searcher, now)
    let candidates = DocSet.EMPTY
    for (const position of positions) {
      const query = request.queries[position]!
      const list = inPlace(`.queries[${position}]`, () => {
        comparison.add(position, query, searcher.settings)
        const outcome = inIndex(query.indexUid, () =>
          collecting(needed, () =>
            runSearch(searcher, ownRequest(query, request, page), now, deadlineMs, {
              embedded,
              position,
            }),
          ),
        )
        return outcome === null ? null : new HitList(searcher, query, position, outcome)
      })
      if (list === null) continue
      candidates = candidates.or(list.outcome.ranked.candidates)
      lists.push(list)
    }
    foundIn.set(indexId, { searcher, candidates, firstPosition: positions[0]! })
  }
  if (needed.length > 0) throw new QueryVectorsNeeded(needed)
  const facets = federatedFacets(request, foundIn, searcherOf)
  const merged = mergeHits(lists, page, request.distinct)
  const out = new ByteWriter()
  out.text('{"hits":[')
  for (const [i, { list, hitIndex }] of merged.entries()) {
    if (i > 0) out.text(',')
    list.write(hitIndex, out)
  }
  let total = 0
  for (const { candidates } of foundIn.values()) total += candidates.size
  const parts = [
    `],"processingTimeMs":${Math.floor(now() - startMs)}`,
    ...totals(request, page, total),
    ...facets,
    ...semanticMembers(lists, merged),
  ]
  out.text(`${parts.join(',')}}`)
  return out.finish()
}

/** What `work` gives; null when it needs vectors of queries, which are noted. */
function collecting<Result>(needed: QueryToEmbed[], work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof QueryVectorsNeeded)) throw error
    needed.push(...error.queries)
    return null
  }
}

/** Members about searching by meaning: the hits found by it, and the vectors used where vectors are asked for. */
function semanticMembers(lists: readonly HitList[], merged: readonly MergedHit[]): string[] {
  if (lists.every(({ outcome }) => outcome.semantic === null)) return []
  const count = merged.filter(
    ({ list, hitIndex }) => list.outcome.semantic?.isSemantic[hitIndex] === true,
  ).length
  const vectors: string[] = []
  for (const { position, query, outcome } of lists) {
    const vector = outcome.semantic?.vector ?? null
    if (query.search.retrieveVectors && vector !== null) {
      vectors.push(`"${position}":[${vector.join(',')}]`)
    }
  }
  const shown = vectors.length === 0 ? [] : [`"queryVectors":{${vectors.join(',')}}`]
  return [...shown, `"semanticHitCount":${count}`]
}

/** The hits of one query, and how far they have been taken. */
class HitList {
  readonly searcher: IndexSearcher
  readonly query: FederatedQuery
  /** Its place in the request. */
  readonly position: number
  readonly outcome: SearchOutcome
  readonly #scores: (WeightedScore | undefined)[] = []
  #write: HitWriter | null = null
  /** Place of the next hit. */
  next = 0

  constructor(
    searcher: IndexSearcher,
    query: FederatedQuery,
    position: number,
    outcome: SearchOutcome,
  ) {
    this.searcher = searcher
    this.query = query
    this.position = position
    this.outcome = outcome
  }

  get isEmpty(): boolean {
    return this.next >= this.outcome.ranked.slots.length
  }

  score(hitIndex: number): WeightedScore {
    return (this.#scores[hitIndex] ??= weightedScore(
      this.outcome.ranked.entries[hitIndex]!,
      this.query.weight,
    ))
  }

  write(hitIndex: number, out: ByteWriter): void {
    this.#write ??= hitWriter(this.searcher, this.query.search, this.outcome, out)
    const federation = {
      indexUid: this.query.indexUid,
      queriesPosition: this.query.queryPosition,
      weightedRankingScore: this.score(hitIndex).total,
    }
    this.#write(hitIndex, JSON.stringify(federation))
  }
}

interface MergedHit {
  readonly list: HitList
  readonly hitIndex: number
}

/** Places of the queries in the request, per index, indexes in the order of their uids. */
function byIndex(queries: readonly FederatedQuery[]): number[][] {
  const positions = new Map<string, number[]>()
  for (const [position, { indexUid }] of queries.entries()) {
    const known = positions.get(indexUid)
    if (known === undefined) positions.set(indexUid, [position])
    else known.push(position)
  }
  return [...positions].toSorted((a, b) => compareWords(a[0], b[0])).map(([, list]) => list)
}

/** What the query is run with: everything that could make the page, with its scores. */
function ownRequest(
  { search }: FederatedQuery,
  { distinct }: FederatedSearchRequest,
  page: Page,
): FederatedQuery['search'] {
  const neededCount = page.offset + page.limit
  return {
    ...search,
    offset: 0,
    limit: neededCount,
    page: page.isExact ? Number(neededCount > 0) : null,
    hitsPerPage: page.isExact ? neededCount : null,
    facets: null,
    distinct: distinct ?? search.distinct,
    showRankingScore: true,
  }
}

/** The best of the lists' next hits again and again; a document that is there already is passed over. */
function mergeHits(lists: readonly HitList[], page: Page, distinct: string | null): MergedHit[] {
  const merged: MergedHit[] = []
  const seen = new SeenHits(distinct)
  // the order of the lists decides between equal hits
  let open = lists
    .filter((list) => !list.isEmpty)
    .toSorted((a, b) => a.query.queryPosition - b.query.queryPosition)
  const end = page.offset + page.limit
  let count = 0
  while (count < end && open.length > 0) {
    const best = open.reduce((a, b) => (isBetter(b, a) ? b : a))
    const hitIndex = best.next++
    if (best.isEmpty) open = open.filter((list) => list !== best)
    if (!seen.add(best, hitIndex)) continue
    if (count >= page.offset) merged.push({ list: best, hitIndex })
    count++
  }
  return merged
}

function isBetter(a: HitList, b: HitList): boolean {
  return compareWeighted(a.score(a.next), b.score(b.next)) < 0
}

/** Documents, and distinct values, that have been put out. */
class SeenHits {
  readonly #distinct: string | null
  readonly #slots = new Map<IndexSearcher, Set<number>>()
  readonly #values = new Set<string>()

  constructor(distinct: string | null) {
    this.#distinct = distinct
  }

  /** False when the hit repeats another. */
  add({ searcher, outcome }: HitList, hitIndex: number): boolean {
    const slot = outcome.ranked.slots[hitIndex]!
    const slots = this.#slots.get(searcher) ?? new Set<number>()
    if (slots.has(slot)) return false
    this.#slots.set(searcher, slots.add(slot))
    if (this.#distinct === null) return true
    const values = documentValues(searcher, this.#distinct, slot).map(toKey)
    if (values.some((value) => this.#values.has(value))) return false
    for (const value of values) this.#values.add(value)
    return true
  }
}

/** Numbers and texts are never the same value, and neither are 0 and -0. */
function toKey(value: number | string): string {
  return `${typeof value} ${Object.is(value, -0) ? '-0' : value}`
}

function totals(request: FederatedSearchRequest, page: Page, total: number): string[] {
  if (!page.isExact) {
    return [
      `"limit":${request.limit}`,
      `"offset":${request.offset}`,
      `"estimatedTotalHits":${total}`,
    ]
  }
  return [
    `"hitsPerPage":${page.hitsPerPage}`,
    `"page":${page.page}`,
    `"totalPages":${page.hitsPerPage === 0 ? 0 : Math.ceil(total / page.hitsPerPage)}`,
    `"totalHits":${total}`,
  ]
}
