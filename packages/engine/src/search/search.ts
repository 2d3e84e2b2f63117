// One search end to end: parameters → universe → ranking → page of hits → JSON text of the answer.

import { ByteWriter } from '../bits/byte-writer.ts'
import { facetMembers } from '../facets/write-facets.ts'
import {
  compilePresentation,
  type Presentation,
  type HitExtras,
  NO_EXTRAS,
  writeHit,
} from '../format/present-hit.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { tokenizerFor } from '../index/tokenizer-for.ts'
import { type MatchWords, NO_MATCH_WORDS } from '../query/match-words.ts'
import { isDisplayed } from '../settings/attribute-selection.ts'
import type { Settings } from '../settings/settings-table.ts'
import { localesFor, requestedLocales } from '../settings/locales.ts'
import { scoreDetails } from '../rank/score.ts'
import type { Tokenizer } from '../text/token.ts'
import { checkEmbedder } from './check-embedder.ts'
import { pageOf, type Page } from './paginate.ts'
import { hitVectors } from './hit-vectors.ts'
import {
  checkVector,
  type EmbeddedQueries,
  NOTHING_EMBEDDED,
  queryVector,
  searchKind,
} from './query-vector.ts'
import { rankDocuments, type RankedDocuments, type RankOptions } from './rank-documents.ts'
import { geoDistance, type Ranking } from './ranking-options.ts'
import type { SearchRequest } from './search-request.ts'
import { searchScope } from './search-scope.ts'
import { rankByMeaning, type SemanticPart } from './semantic.ts'

/** Milliseconds of a clock that only goes forward. */
export type Now = () => number

/** A search that takes longer ends with what it has, unless settings say otherwise. */
const CUTOFF_MS_DEFAULT = 1500

/** What a search may take after its cutoff to mark words in the hits it has. */
const FORMAT_GRACE_MS = 30

/** Room that the answers of most searches fit in. */
const ANSWER_BYTES = 64 << 10
/** An answer that needed more gives its room back. */
const ANSWER_BYTES_KEPT = 1 << 20
const COMMA = 0x2c
const CLOSE_BRACE = 0x7d

/** What a search found, before it is presented. */
export interface SearchOutcome {
  readonly page: Page
  readonly ranking: Ranking
  readonly ranked: RankedDocuments
  /** The members of the answer that are about facets, valid until the next search; null when none are asked for. */
  readonly facets: Uint8Array | null
  /** Null for a search by words alone. */
  readonly semantic: SemanticPart | null
  /** True once there is no time even to mark words in hits: further ones are shown as they are. */
  readonly isTooLate: () => boolean
}

/** Vectors of the queries of a request, and the place of this one among them. */
export interface QueryPlace {
  readonly embedded: EmbeddedQueries
  readonly position: number
}

// Every answer is written here: whoever asked has copied it before the next search begins.
let answer = new ByteWriter(ANSWER_BYTES)

/**
 * Answers a search with its answer as JSON in UTF-8, valid until the next search of this thread. Throws InputError for what the index cannot do, and
 * QueryVectorsNeeded when it must be asked again with the vector of its query.
 */
export function search(
  searcher: IndexSearcher,
  request: SearchRequest,
  now: Now,
  embedded: EmbeddedQueries = NOTHING_EMBEDDED,
): Uint8Array {
  const startMs = now()
  const outcome = runSearch(searcher, request, now, deadlineOf(searcher, now), {
    embedded,
    position: 0,
  })
  if (answer.capacity > ANSWER_BYTES_KEPT) answer = new ByteWriter(ANSWER_BYTES)
  const out = answer
  out.clear()
  out.text('{"hits":[')
  const write = hitWriter(searcher, request, outcome, out)
  for (let i = 0; i < outcome.ranked.slots.length; i++) {
    if (i > 0) out.byte(COMMA)
    write(i)
  }
  out.text('],"query":')
  out.text(JSON.stringify(request.q ?? ''))
  writeVector(request, outcome, out)
  writeNumber(out, ',"processingTimeMs":', Math.floor(now() - startMs))
  writeTotals(request, outcome, out)
  if (outcome.facets !== null) {
    out.byte(COMMA)
    out.append(outcome.facets)
  }
  if (outcome.semantic !== null) {
    const count = outcome.semantic.isSemantic.filter(Boolean).length
    out.text(`,"semanticHitCount":${count}`)
  }
  out.byte(CLOSE_BRACE)
  return out.view()
}

/** When a search that starts now ends with what it has. */
export function deadlineOf(searcher: IndexSearcher, now: Now): number {
  return now() + (searcher.settings.searchCutoffMs ?? CUTOFF_MS_DEFAULT)
}

/** Finds and ranks without presenting. */
export function runSearch(
  searcher: IndexSearcher,
  request: SearchRequest,
  now: Now,
  deadlineMs: number = deadlineOf(searcher, now),
  place: QueryPlace = { embedded: NOTHING_EMBEDDED, position: 0 },
): SearchOutcome {
  const page = pageOf(request, searcher.settings.pagination.maxTotalHits)
  checkEmbedder(request, searcher.settings)
  const kind = searchKind(request)
  if (kind !== 'keyword') checkVector(request, searcher)
  const { ranking, universe, condition } = searchScope(searcher, request)
  const isOutOfTime = (): boolean => now() > deadlineMs
  const options: RankOptions = {
    q: request.q,
    attributesToSearchOn: request.attributesToSearchOn,
    locales: request.locales,
    matchingStrategy: request.matchingStrategy,
    offset: page.offset,
    limit: page.limit,
    wantsScores:
      request.showRankingScore ||
      request.showRankingScoreDetails ||
      request.rankingScoreThreshold !== null,
    threshold: request.rankingScoreThreshold,
    sortRules: ranking.sortRules,
    createCustomRule: ranking.createCustomRule,
    vectorRule: null,
    distinct: ranking.distinct,
    isExhaustive: page.isExact,
    isOutOfTime,
  }
  const { ranked, semantic } =
    kind === 'keyword'
      ? { ranked: rankDocuments(searcher, options, universe, condition), semantic: null }
      : rankByMeaning(searcher, request, {
          kind,
          page,
          distinct: ranking.distinct,
          rank: (changed) =>
            rankDocuments(searcher, { ...options, ...changed }, universe, condition),
          queryVector: () =>
            queryVector(request, searcher, { ...place, timeoutMs: deadlineMs - now() }),
          isOutOfTime,
        })
  const facets =
    request.facets === null ? null : facetMembers(request.facets, ranked.candidates, searcher)
  const isTooLate = (): boolean => now() > deadlineMs + FORMAT_GRACE_MS
  return { page, ranking, ranked, facets, semantic, isTooLate }
}

/** Writes one hit of a search, by its place on the page; `federation` is what `_federation` says. */
export type HitWriter = (hitIndex: number, federation?: string) => void

/** Compiles what the hits of a search have in common. */
export function hitWriter(
  searcher: IndexSearcher,
  request: SearchRequest,
  outcome: SearchOutcome,
  out: ByteWriter,
): HitWriter {
  const { ranked } = outcome
  const { settings } = searcher
  const isFormatted =
    request.attributesToHighlight !== null ||
    request.attributesToCrop !== null ||
    request.showMatchesPosition
  const requested = requestedLocales(request.locales)
  const present = (matchWords: MatchWords): Presentation =>
    compilePresentation({
      request,
      displayedAttributes: settings.displayedAttributes,
      fields: searcher.fields,
      matchWords,
      // only formatting looks at words
      tokenizer: isFormatted ? formatTokenizer(settings) : searcher.tokenizer,
      localesOf: (path) => requested ?? localesFor(path, settings.localizedAttributes),
      localesKey: requested ?? settings.localizedAttributes,
    })
  let isMarked = isFormatted
  let presentation = present(isMarked ? ranked.matchWords() : NO_MATCH_WORDS)
  const extrasOf = hitExtras(searcher, request, outcome)
  return (i, federation) => {
    const document = searcher.document(ranked.slots[i]!)
    const extras = extrasOf(i, document.bytes)
    if (isMarked && outcome.isTooLate()) {
      isMarked = false
      presentation = present(NO_MATCH_WORDS)
    }
    writeHit(
      out,
      document,
      presentation,
      federation === undefined ? extras : { ...extras, federation },
    )
  }
}

const formatTokenizers = new WeakMap<Settings, Tokenizer>()

/** Formatting looks at stop words like at any other. */
function formatTokenizer(settings: Settings): Tokenizer {
  let tokenizer = formatTokenizers.get(settings)
  if (tokenizer === undefined) {
    tokenizer = tokenizerFor({ ...settings, stopWords: [] })
    formatTokenizers.set(settings, tokenizer)
  }
  return tokenizer
}

function hitExtras(
  searcher: IndexSearcher,
  request: SearchRequest,
  { ranked, ranking }: SearchOutcome,
): (hitIndex: number, documentBytes: Uint8Array) => HitExtras {
  const { settings } = searcher
  const target = showsGeo(request, settings) ? ranking.target : null
  const showsVectors = request.retrieveVectors && isDisplayed(settings, '_vectors')
  const showsScores = request.showRankingScore || request.showRankingScoreDetails
  if (!showsScores && !showsVectors && target === null) return () => NO_EXTRAS
  const details = {
    isVisible: (field: string) => isDisplayed(settings, field),
    isAttributeWhole: settings.rankingRules.includes('attribute'),
  }
  return (i, documentBytes) => ({
    vectors: showsVectors ? hitVectors(searcher, ranked.slots[i]!, documentBytes) : null,
    geoDistance: target === null ? null : geoDistance(searcher, target, ranked.slots[i]!),
    federation: null,
    rankingScore: request.showRankingScore ? ranked.scores[i]! : null,
    rankingScoreDetails: request.showRankingScoreDetails
      ? JSON.stringify(scoreDetails(ranked.entries[i]!, details))
      : null,
  })
}

/** The vector that a search was made with, where vectors are asked for. */
function writeVector(
  { retrieveVectors }: SearchRequest,
  { semantic }: SearchOutcome,
  out: ByteWriter,
): void {
  const vector = semantic?.vector ?? null
  if (retrieveVectors && vector !== null) out.text(`,"queryVector":[${vector.join(',')}]`)
}

/** Distances are shown beside the place they belong to. */
function showsGeo(request: SearchRequest, settings: Settings): boolean {
  const retrieved = request.attributesToRetrieve ?? ['*']
  return isDisplayed(settings, '_geo') && (retrieved.includes('*') || retrieved.includes('_geo'))
}

function writeTotals(
  request: SearchRequest,
  { page, ranked }: SearchOutcome,
  out: ByteWriter,
): void {
  const total = ranked.candidateCount(page.totalMax)
  if (!page.isExact) {
    writeNumber(out, ',"limit":', request.limit)
    writeNumber(out, ',"offset":', page.offset)
    writeNumber(out, ',"estimatedTotalHits":', total)
    return
  }
  const { hitsPerPage } = page
  writeNumber(out, ',"hitsPerPage":', hitsPerPage)
  writeNumber(out, ',"page":', page.page)
  writeNumber(out, ',"totalPages":', hitsPerPage === 0 ? 0 : Math.ceil(total / hitsPerPage))
  writeNumber(out, ',"totalHits":', total)
}

function writeNumber(out: ByteWriter, key: string, value: number): void {
  out.text(key)
  // a limit may be larger than what is exact
  out.text(String(value))
}
