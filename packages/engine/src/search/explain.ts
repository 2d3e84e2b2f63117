// Why a document is where it is in the answer of a search, or why it is not there at all.

import type { DocSet } from '../bits/doc-set.ts'
import { evaluateFilter } from '../filter/evaluate.ts'
import type { FilterNode } from '../filter/nodes/filter-node.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { isDisplayed } from '../settings/attribute-selection.ts'
import { checkEmbedder } from './check-embedder.ts'
import { clauseAttributes, clauseText, failingClause } from './explain-filter.ts'
import { explainHybrid } from './explain-hybrid.ts'
import { explanationMessage } from './explain-message.ts'
import { planByMeaning, planByWords } from './explain-plan.ts'
import { judge, placeAmongHits, type Verdict } from './explain-ranking.ts'
import type { ExplainRequest, Explanation, MissReason } from './explanation.ts'
import { documentValues } from './document-values.ts'
import { pageOf } from './paginate.ts'
import {
  checkVector,
  type EmbeddedQueries,
  type EmbeddedQuery,
  NOTHING_EMBEDDED,
  queryVector,
  searchKind,
} from './query-vector.ts'
import { searchScope } from './search-scope.ts'
import { requireVector } from './semantic.ts'

/** Explains the place of a document. Takes the time it needs: no cutoff. Throws InputError as the search would, and QueryVectorsNeeded. */
export function explain(
  searcher: IndexSearcher,
  request: ExplainRequest,
  embedded: EmbeddedQueries = NOTHING_EMBEDDED,
): Explanation {
  const answer = explainPlace(searcher, request, embedded)
  const { documentId, query, isHit, reason, ...rest } = answer
  const message = explanationMessage(answer, request.search, searcher.settings)
  return { documentId, query, isHit, reason, message, ...rest }
}

/** A vector for an explanation may take its time. */
const EMBED_TIMEOUT_MS = 30_000

function explainPlace(
  searcher: IndexSearcher,
  request: ExplainRequest,
  embedded: EmbeddedQueries,
): Omit<Explanation, 'message'> {
  const { documentId, search } = request
  const nothing: Omit<Explanation, 'message'> = {
    documentId,
    query: search.q ?? '',
    isHit: false,
    reason: null,
    position: null,
    candidateCount: null,
    rankingScore: null,
    rules: [],
    tiedCount: null,
    foundBy: null,
    hybrid: null,
  }
  checkEmbedder(search, searcher.settings)
  const kind = searchKind(search)
  if (kind !== 'keyword') checkVector(search, searcher)
  const scope = searchScope(searcher, search)
  const { ranking, condition } = scope
  const universe = condition?.meeting(scope.universe) ?? scope.universe
  const slot = searcher.findDocument(documentId)
  if (slot < 0 || isHidden(searcher, slot, request)) {
    return { ...nothing, reason: { kind: 'noSuchDocument' } }
  }
  const filterReason = filteredOut(searcher, scope.filter, universe, slot)
  if (filterReason !== null) return { ...nothing, reason: filterReason }
  const vector = (): EmbeddedQuery =>
    queryVector(search, searcher, { embedded, position: 0, timeoutMs: EMBED_TIMEOUT_MS })
  const byMeaning = (own: Float32Array) => planByMeaning(searcher, search, ranking, universe, own)
  const byWords = () => planByWords(searcher, search, ranking, universe, slot)
  if (kind === 'hybrid') {
    const found = explainHybrid({
      searcher,
      search,
      ranking,
      slot,
      words: byWords(),
      queryVector: vector,
      meaning: byMeaning,
    })
    const { hybrid, foundBy, candidateCount } = found
    const said = { ...nothing, ...shown(found.verdict), hybrid, foundBy, candidateCount }
    return { ...said, ...onPage(searcher, request, found.place) }
  }
  const plan = kind === 'semantic' ? byMeaning(requireVector(vector())) : byWords()
  const verdict = judge(searcher, search, plan, slot)
  const said = { ...nothing, ...shown(verdict) }
  if (verdict.reason !== null) return { ...said, reason: verdict.reason }
  const { lastPlace } = verdict
  const place = placeAmongHits(searcher, search, ranking, plan, { slot, lastPlace })
  const own = kind === 'semantic' ? 'meaning' : 'words'
  const foundBy = typeof place === 'number' ? own : null
  return { ...said, foundBy, ...onPage(searcher, request, place) }
}

function shown({ candidateCount, rankingScore, rules, tiedCount }: Verdict): Partial<Explanation> {
  return { candidateCount, rankingScore, rules, tiedCount }
}

/** Whether the page shows what is in this place, or what stands in the way. */
function onPage(
  searcher: IndexSearcher,
  { search }: ExplainRequest,
  place: number | MissReason,
): Pick<Explanation, 'isHit' | 'position' | 'reason'> {
  if (typeof place !== 'number') return { isHit: false, position: null, reason: place }
  const { offset, limit } = pageOf(search, searcher.settings.pagination.maxTotalHits)
  if (place > offset && place <= offset + limit) {
    return { isHit: true, position: place, reason: null }
  }
  const page = { pageFrom: offset + 1, pageTo: offset + limit }
  return {
    isHit: false,
    position: place,
    reason: { kind: 'beyondPage', position: place, ...page },
  }
}

function isHidden(searcher: IndexSearcher, slot: number, request: ExplainRequest): boolean {
  const filter = parseFilter(request.imposedFilter ?? null, {
    code: 'invalid_search_filter',
    features: request.search,
  })
  return filter !== null && !evaluateFilter(filter, searcher).has(slot)
}

/** Which part of the filter the document does not pass. */
function filteredOut(
  searcher: IndexSearcher,
  filter: FilterNode | null,
  universe: DocSet,
  slot: number,
): MissReason | null {
  if (filter === null || universe.has(slot)) return null
  const clause = failingClause(filter, slot, searcher)
  const paths = clauseAttributes(clause).filter((path) => isDisplayed(searcher.settings, path))
  const values = paths.map((path) => [path, documentValues(searcher, path, slot)] as const)
  return {
    kind: 'filteredOut',
    clause: clauseText(clause),
    values: Object.fromEntries(values),
  }
}
