// Documents by id, by list or by filter: what the document routes read.

import { ByteWriter } from '../bits/byte-writer.ts'
import { DocSet } from '../bits/doc-set.ts'
import { evaluateFilter } from '../filter/evaluate.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import { compilePresentation, type Presentation, writeHit } from '../format/present-hit.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { sliceByNumber } from '../rank/number-order.ts'
import { sortedDocuments } from './ranking-options.ts'
import { SEARCH_DEFAULTS } from './search-request.ts'

/** What `GET /documents` and its kin ask for. */
export interface DocumentsRequest {
  readonly offset: number
  readonly limit: number
  readonly fields: readonly string[] | null
  readonly filter: unknown
  readonly ids: readonly string[] | null
  readonly sort: readonly string[] | null
  readonly retrieveVectors: boolean
  readonly containsFilter?: boolean
}

/** One document as JSON, or null. */
export function getDocument(
  searcher: IndexSearcher,
  documentId: string,
  options: { readonly fields: readonly string[] | null },
): Uint8Array | null {
  const slot = searcher.findDocument(documentId)
  if (slot < 0) return null
  const out = new ByteWriter()
  writeHit(out, searcher.documentBytes(slot), presentationOf(searcher, options.fields))
  return out.finish()
}

/** `{results, offset, limit, total}` as JSON. */
export function fetchDocuments(searcher: IndexSearcher, request: DocumentsRequest): Uint8Array {
  const filter = parseFilter(request.filter, {
    code: 'invalid_document_filter',
    features: { containsFilter: request.containsFilter ?? true },
  })
  let candidates: DocSet = filter === null ? searcher.live : evaluateFilter(filter, searcher)
  if (request.ids !== null) {
    const slots = request.ids.map((id) => searcher.findDocument(id)).filter((slot) => slot >= 0)
    candidates = candidates.and(DocSet.fromSorted(Uint32Array.from(new Set(slots)).sort()))
  }
  const { offset, limit } = request
  const slots =
    request.sort === null
      ? sliceByNumber(searcher, candidates.toArray(), offset, offset + limit)
      : sortedDocuments(searcher, candidates, { sort: request.sort, offset, limit })
  const presentation = presentationOf(searcher, request.fields)
  const out = new ByteWriter()
  out.text('{"results":[')
  for (const [i, slot] of slots.entries()) {
    if (i > 0) out.text(',')
    writeHit(out, searcher.documentBytes(slot), presentation)
  }
  out.text(`],"offset":${offset},"limit":${limit},"total":${candidates.size}}`)
  return out.finish()
}

/** Document routes show every field, whatever `displayedAttributes` says. */
function presentationOf(searcher: IndexSearcher, fields: readonly string[] | null): Presentation {
  return compilePresentation({
    request: { ...SEARCH_DEFAULTS, attributesToRetrieve: fields },
    displayedAttributes: ['*'],
    fields: searcher.fields,
    matchWords: { phrases: [], lists: [] },
    tokenizer: searcher.tokenizer,
  })
}
