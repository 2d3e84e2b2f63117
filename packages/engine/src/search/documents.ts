// Documents by id, by list or by filter: what the document routes read.

import { ByteWriter } from '../bits/byte-writer.ts'
import { DocSet } from '../bits/doc-set.ts'
import { evaluateFilter } from '../filter/evaluate.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import {
  compilePresentation,
  NO_EXTRAS,
  type Presentation,
  writeHit,
} from '../format/present-hit.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { NO_MATCH_WORDS } from '../query/match-words.ts'
import { sliceOfSet } from '../rank/number-order.ts'
import { hitVectors } from './hit-vectors.ts'
import { sortedDocuments } from './ranking-options.ts'
import { completeSearch } from './search-request.ts'

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
  readonly vectorFilter?: boolean
}

/** One document as JSON, or null. */
export function getDocument(
  searcher: IndexSearcher,
  documentId: string,
  options: { readonly fields: readonly string[] | null; readonly retrieveVectors: boolean },
): Uint8Array | null {
  const slot = searcher.findDocument(documentId)
  if (slot < 0) return null
  const out = new ByteWriter()
  documentWriter(searcher, options, out)(slot)
  return out.finish()
}

/** `{results, offset, limit, total}` as JSON. */
export function fetchDocuments(searcher: IndexSearcher, request: DocumentsRequest): Uint8Array {
  const filter = parseFilter(request.filter, {
    code: 'invalid_document_filter',
    features: {
      containsFilter: request.containsFilter ?? true,
      vectorFilter: request.vectorFilter ?? true,
    },
  })
  let candidates: DocSet = filter === null ? searcher.live : evaluateFilter(filter, searcher)
  if (request.ids !== null) {
    const slots = request.ids.map((id) => searcher.findDocument(id)).filter((slot) => slot >= 0)
    candidates = candidates.and(DocSet.fromSorted(Uint32Array.from(new Set(slots)).sort()))
  }
  const { offset, limit } = request
  const slots =
    request.sort === null
      ? sliceOfSet(searcher, candidates, offset, offset + limit)
      : sortedDocuments(searcher, candidates, { sort: request.sort, offset, limit })
  const out = new ByteWriter()
  const write = documentWriter(searcher, request, out)
  out.text('{"results":[')
  for (const [i, slot] of slots.entries()) {
    if (i > 0) out.text(',')
    write(slot)
  }
  out.text(`],"offset":${offset},"limit":${limit},"total":${candidates.size}}`)
  return out.finish()
}

/** Document routes show every field, whatever `displayedAttributes` says. */
function presentationOf(searcher: IndexSearcher, fields: readonly string[] | null): Presentation {
  return compilePresentation({
    request: completeSearch({ attributesToRetrieve: fields }),
    displayedAttributes: ['*'],
    fields: searcher.fields,
    matchWords: NO_MATCH_WORDS,
    tokenizer: searcher.tokenizer,
  })
}

function documentWriter(
  searcher: IndexSearcher,
  request: Pick<DocumentsRequest, 'fields' | 'retrieveVectors'>,
  out: ByteWriter,
): (slot: number) => void {
  const { fields, retrieveVectors } = request
  const presentation = presentationOf(searcher, fields)
  const hidesStored = fields !== null && !fields.includes('*') && !fields.includes('_vectors')
  return (slot) => {
    const document = searcher.document(slot)
    const vectors = retrieveVectors
      ? hitVectors(searcher, slot, document.bytes, { hidesStored })
      : null
    writeHit(out, document, presentation, vectors === null ? NO_EXTRAS : { ...NO_EXTRAS, vectors })
  }
}
