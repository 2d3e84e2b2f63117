// The indexes that one thread searches: a searcher per index, renewed by every publication. Segments that a publication
// leaves as they are stay open, with what they have cached.

import { CorruptIndexError } from '../errors.ts'
import { IndexSearcher } from '../index/index-searcher.ts'
import { decodeManifest, filesOf } from '../index/manifest.ts'
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
}

export class SearchShelf {
  readonly #storeFor: (indexId: string) => SegmentStore
  readonly #indexes = new Map<string, SearchedIndex>()

  constructor(storeFor: (indexId: string) => SegmentStore) {
    this.#storeFor = storeFor
  }

  /**
   * Moves an index to a newer state. When a file of it is gone already, a still newer state has been published and is on
   * its way: the index stays where it is until that arrives.
   */
  refresh(indexId: string, stored: StoredManifest, sections: SharedSections): void {
    let index = this.#indexes.get(indexId)
    if (index === undefined) {
      index = {
        store: this.#storeFor(indexId),
        shared: new Map(),
        readers: new Map(),
        searcher: null,
      }
      this.#indexes.set(indexId, index)
    }
    for (const [name, memory] of sections) index.shared.set(name, memory)
    const manifest = decodeManifest(stored)
    const readers = new Map<string, SegmentReader>()
    const segments: OpenSegment[] = []
    try {
      for (const entry of manifest.segments) {
        const { files } = entry
        const key = `${files.documents} ${files.words} ${files.columns}`
        const reader = index.readers.get(key) ?? new SegmentReader(index.store, files, index.shared)
        readers.set(key, reader)
        segments.push({ entry, reader })
      }
    } catch (error) {
      if (error instanceof CorruptIndexError && index.searcher !== null) return
      throw error
    }
    for (const [key, reader] of index.readers) if (!readers.has(key)) reader.close()
    index.readers = readers
    index.searcher = new IndexSearcher(manifest, segments)
    const needed = filesOf(manifest)
    for (const name of index.shared.keys()) {
      if (!needed.has(name.slice(0, name.indexOf('/')))) index.shared.delete(name)
    }
  }

  searcher(indexId: string): IndexSearcher {
    const searcher = this.#indexes.get(indexId)?.searcher
    if (searcher === undefined || searcher === null) throw new Error(`no index ${indexId} here`)
    return searcher
  }

  drop(indexId: string): void {
    const index = this.#indexes.get(indexId)
    for (const reader of index?.readers.values() ?? []) reader.close()
    this.#indexes.delete(indexId)
  }
}
