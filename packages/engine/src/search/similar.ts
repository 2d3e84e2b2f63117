// Documents that are like another one: the neighbours of its own vectors.

import { ByteWriter } from '../bits/byte-writer.ts'
import { DocSet } from '../bits/doc-set.ts'
import { InputError } from '../errors.ts'
import { evaluateFilter } from '../filter/evaluate.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import { compilePresentation, NO_EXTRAS, writeHit } from '../format/present-hit.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { NO_MATCH_WORDS } from '../query/match-words.ts'
import { scoreDetails } from '../rank/score.ts'
import { isDisplayed } from '../settings/attribute-selection.ts'
import { unknownEmbedder } from './check-embedder.ts'
import { hitVectors } from './hit-vectors.ts'
import { deadlineOf, type Now } from './search.ts'
import { completeSearch } from './search-request.ts'
import type { SimilarRequest } from './similar-request.ts'
import { similarityScore } from './similarity-score.ts'

interface Neighbour {
  readonly slot: number
  readonly number: number
  readonly similarity: number
}

/** Answers with JSON in UTF-8. Throws InputError when there is no such embedder or document, or for a bad filter. */
export function similar(searcher: IndexSearcher, request: SimilarRequest, now: Now): Uint8Array {
  const startMs = now()
  const { offset, limit, embedder } = request
  const settings = searcher.settings.embedders
  if (!Object.hasOwn(settings, embedder)) {
    throw unknownEmbedder('invalid_similar_embedder', embedder, Object.keys(settings))
  }
  const target = findTarget(searcher, request)
  const targetSet = DocSet.fromSorted(Uint32Array.of(target))
  const candidates = documentsOf(searcher, request.filter, request).andNot(targetSet)
  const deadlineMs = deadlineOf(searcher, now)
  const all = neighbours(searcher, target, {
    embedder,
    candidates,
    limit: offset + limit,
    shouldStop: () => now() > deadlineMs,
  })
  const shift = similarityScore(settings[embedder]!)
  const scored = all.map(({ slot, similarity }) => ({ slot, score: shift(similarity) }))
  const threshold = request.rankingScoreThreshold ?? 0
  const below = scored.findIndex(({ score }) => score < threshold)
  const good = below < 0 ? scored : scored.slice(0, below)
  const out = new ByteWriter()
  const write = hitWriter(searcher, request, out)
  out.text('{"hits":[')
  for (const [i, { slot, score }] of good.slice(offset, offset + limit).entries()) {
    if (i > 0) out.text(',')
    write(slot, score)
  }
  const total = below < 0 ? candidates.size : good.length
  const parts = [
    `],"id":${JSON.stringify(request.id)}`,
    `"processingTimeMs":${Math.floor(now() - startMs)}`,
    `"limit":${limit}`,
    `"offset":${offset}`,
    `"estimatedTotalHits":${total}`,
  ]
  out.text(`${parts.join(',')}}`)
  return out.finish()
}

function findTarget(searcher: IndexSearcher, request: SimilarRequest): number {
  const slot = searcher.findDocument(request.id)
  const isThere =
    slot >= 0 && documentsOf(searcher, request.targetFilter ?? null, request).has(slot)
  if (isThere) return slot
  throw new InputError(
    'not_found_similar_id',
    `There is no document ${JSON.stringify(request.id)} to find similar ones of.`,
  )
}

function documentsOf(searcher: IndexSearcher, filter: unknown, request: SimilarRequest): DocSet {
  const node = parseFilter(filter, {
    code: 'invalid_similar_filter',
    features: request,
  })
  return node === null ? searcher.live : evaluateFilter(node, searcher)
}

/** The nearest of the candidates. The first vector of a document is compared with first vectors, and so on. */
function neighbours(
  searcher: IndexSearcher,
  target: number,
  options: {
    readonly embedder: string
    readonly candidates: DocSet
    readonly limit: number
    readonly shouldStop: () => boolean
  },
): Neighbour[] {
  const { slots: places, vectors } = searcher.documentVectors(target, options.embedder)
  const best = new Map<number, number>()
  for (const [i, vector] of vectors.entries()) {
    const near = searcher.vectors.nearest({ ...options, vector, place: places[i]! })
    for (const [at, slot] of near.slots.entries()) {
      best.set(slot, Math.max(best.get(slot) ?? 0, near.similarities[at]!))
    }
  }
  return [...best]
    .map(([slot, similarity]) => ({ slot, similarity, number: searcher.documentNumber(slot) }))
    .sort((a, b) => b.similarity - a.similarity || a.number - b.number)
    .slice(0, options.limit)
}

function hitWriter(
  searcher: IndexSearcher,
  request: SimilarRequest,
  out: ByteWriter,
): (slot: number, score: number) => void {
  const { settings } = searcher
  const presentation = compilePresentation({
    request: completeSearch({ attributesToRetrieve: request.attributesToRetrieve }),
    displayedAttributes: settings.displayedAttributes,
    fields: searcher.fields,
    matchWords: NO_MATCH_WORDS,
    tokenizer: searcher.tokenizer,
  })
  const showsVectors = request.retrieveVectors && isDisplayed(settings, '_vectors')
  const detailsOf = (similarity: number): string =>
    JSON.stringify(
      scoreDetails([{ kind: 'vector', similarity }], {
        isVisible: () => true,
        isAttributeWhole: true,
      }),
    )
  return (slot, score) => {
    const document = searcher.document(slot)
    writeHit(out, document, presentation, {
      ...NO_EXTRAS,
      vectors: showsVectors ? hitVectors(searcher, slot, document.bytes) : null,
      rankingScore: request.showRankingScore ? score : null,
      rankingScoreDetails: request.showRankingScoreDetails ? detailsOf(score) : null,
    })
  }
}
