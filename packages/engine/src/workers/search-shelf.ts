// The indexes that one thread searches: a searcher per index, renewed by every publication. Segments that a publication
// leaves as they are stay open, with what they have cached.

import { ConflictError } from '../errors.ts'
import { IndexSearcher } from '../index/index-searcher.ts'
import { decodeManifest, filesOf } from '../index/manifest.ts'
import { DOCUMENT_CACHE_BYTES } from '../limits.ts'
import { DocumentCache } from '../segment/documents/document-cache.ts'
import type { SharedSections } from '../segment/segment-file.ts'
import { SegmentReader } from '../segment/segment-reader.ts'
import type { StoredManifest } from '../store/manifest-store.ts'
import type { SegmentStore } from '../store/segment-store.ts'
import type { OpenSegment } from '../index/working-segments.ts'

interface SearchedIndex {
  readonly store: SegmentStore
  readonly shared: SharedSections
  readers: Map<string, SegmentReader>
  searcher: IndexSearcher | null
  /** Why there is no searcher. */
  problem: unknown
}

export class SearchShelf {
  readonly #storeFor: (indexId: string) => SegmentStore
  readonly #indexes = new Map<string, SearchedIndex>()
  readonly #documentCache = new DocumentCache(DOCUMENT_CACHE_BYTES)

  constructor(storeFor: (indexId: string) => SegmentStore) {
    this.#storeFor = storeFor
  }

  /** Moves an index to a newer state. Throws CorruptIndexError when a file is damaged or missing. */
  refresh(indexId: string, stored: StoredManifest, sections: SharedSections): void {
    let index = this.#indexes.get(indexId)
    if (index === undefined) {
      index = {
        store: this.#storeFor(indexId),
        shared: new Map(),
        readers: new Map(),
        searcher: null,
        problem: null,
      }
      this.#indexes.set(indexId, index)
    }
    for (const [name, memory] of sections) index.shared.set(name, memory)
    const manifest = decodeManifest(stored)
    index.searcher = null
    const readers = new Map<string, SegmentReader>()
    const segments: OpenSegment[] = []
    for (const entry of manifest.segments) {
      const { files } = entry
      const key = JSON.stringify(files)
      const reader =
        index.readers.get(key) ??
        new SegmentReader(index.store, files, index.shared, this.#documentCache)
      readers.set(key, reader)
      segments.push({ entry, reader })
    }
    for (const [key, reader] of index.readers) if (!readers.has(key)) reader.close()
    index.readers = readers
    index.searcher = new IndexSearcher(manifest, segments)
    const needed = filesOf(manifest)
    for (const name of index.shared.keys()) {
      if (!needed.has(name.slice(0, name.indexOf('/')))) index.shared.delete(name)
    }
  }

  /** Keeps an index from being read: its newest state could not be opened. */
  refuse(indexId: string, problem: unknown): void {
    const index = this.#indexes.get(indexId)
    if (index !== undefined) index.problem = problem
  }

  searcher(indexId: string): IndexSearcher {
    const index = this.#indexes.get(indexId)
    if (index === undefined) throw new ConflictError(`there is no index ${indexId} here`)
    if (index.searcher === null) throw index.problem
    return index.searcher
  }

  /** The indexes that can be read. */
  *searchers(): Generator<readonly [indexId: string, searcher: IndexSearcher]> {
    for (const [indexId, { searcher }] of this.#indexes) {
      if (searcher !== null) yield [indexId, searcher]
    }
  }

  drop(indexId: string): void {
    const index = this.#indexes.get(indexId)
    for (const reader of index?.readers.values() ?? []) reader.close()
    this.#indexes.delete(indexId)
  }
}
