// Facets as the answer shows them: values go from the segment's bytes into those of the answer without becoming strings.

import { ByteWriter } from '../bits/byte-writer.ts'
import type { DocSet } from '../bits/doc-set.ts'
import { appendJsonString } from '../bits/json-string.ts'
import type { ColumnPart } from '../index/column-view.ts'
import { countFacets, type FacetSink } from './facet-distribution.ts'
import type { FacetSearcher } from './facet-searcher.ts'

/** Room that the facets of most searches fit in. */
const FACETS_BYTES = 16 << 10
/** Facets that needed more give their room back. */
const FACETS_BYTES_KEPT = 256 << 10
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

// Whoever asked has copied them before the next search begins.
let written = new ByteWriter(FACETS_BYTES)

/** The members `facetDistribution` and `facetStats` of an answer as JSON; valid until the next call. */
export function facetMembers(
  facets: readonly string[],
  documents: DocSet,
  searcher: FacetSearcher,
): Uint8Array {
  if (written.capacity > FACETS_BYTES_KEPT) written = new ByteWriter(FACETS_BYTES)
  const out = written
  out.clear()
  const sink = new FacetWriter(out)
  out.text('"facetDistribution":{')
  countFacets(facets, documents, searcher, sink)
  sink.end()
  return out.view()
}

class FacetWriter implements FacetSink {
  readonly #out: ByteWriter
  #path: string | null = null
  #hasValues = false
  #stats: Map<string, { readonly min: number; readonly max: number }> | null = null

  constructor(out: ByteWriter) {
    this.#out = out
  }

  field(path: string): void {
    const out = this.#out
    if (this.#path !== null) {
      out.byte(CLOSE_BRACE)
      out.byte(COMMA)
    }
    out.text(JSON.stringify(path))
    out.byte(COLON)
    out.byte(OPEN_BRACE)
    this.#path = path
    this.#hasValues = false
  }

  value(text: string, count: number): void {
    this.#separate()
    this.#out.text(JSON.stringify(text))
    this.#count(count)
  }

  place(part: ColumnPart, ordinal: number, count: number): void {
    this.#separate()
    const start = part.displayStarts[ordinal]!
    const end = part.displayStarts[ordinal + 1]!
    if (start < end) appendJsonString(this.#out, part.display, start, end)
    else {
      const { text, textStarts } = part
      appendJsonString(this.#out, text, textStarts[ordinal]!, textStarts[ordinal + 1]!)
    }
    this.#count(count)
  }

  range(min: number, max: number): void {
    this.#stats ??= new Map()
    this.#stats.set(this.#path!, { min, max })
  }

  end(): void {
    const stats = this.#stats === null ? '{}' : JSON.stringify(Object.fromEntries(this.#stats))
    this.#out.text(`${this.#path === null ? '' : '}'}},"facetStats":${stats}`)
  }

  #separate(): void {
    if (this.#hasValues) this.#out.byte(COMMA)
    this.#hasValues = true
  }

  #count(count: number): void {
    this.#out.byte(COLON)
    this.#out.decimal(count)
  }
}
