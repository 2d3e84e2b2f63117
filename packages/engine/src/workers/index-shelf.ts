// The indexes that one thread writes: opens them, applies batches, and merges segments whenever no batch is running.

import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { ConflictError } from '../errors.ts'
import { createIndexFiles, type IndexStores } from '../index/commit.ts'
import { countVectors } from '../index/count-vectors.ts'
import { IndexWriter, type WriterHooks } from '../index/index-writer.ts'
import { encodeManifest, filesOf, type Manifest } from '../index/manifest.ts'
import type { BatchResult, BatchWatch, ReportWait, WriteBatch } from '../index/operations.ts'
import type { SharedSections } from '../segment/segment-file.ts'
import { FileManifestStore } from '../store/file-manifest-store.ts'
import { FileSegmentStore } from '../store/file-segment-store.ts'
import type { StoredManifest } from '../store/manifest-store.ts'
import { MemoryManifestStore } from '../store/memory-manifest-store.ts'
import { MemorySegmentStore } from '../store/memory-segment-store.ts'
import type { IndexDescription } from './engine.ts'
import { listIndexFolders } from './index-folders.ts'

/** A commit, as readers in other threads need it. */
export interface Publication {
  readonly indexId: string
  readonly manifest: StoredManifest
  /** Sections in shared memory that readers may not have yet. */
  readonly sections: SharedSections
  readonly description: IndexDescription
}

interface ShelvedIndex {
  readonly writer: IndexWriter
  readonly shared: SharedSections
  readonly sent: Set<string>
  /** Files of generations that some reader may still have to open, oldest first. */
  readonly held: { readonly generation: number; readonly files: ReadonlySet<string> }[]
  isMerging: boolean
  isGone: boolean
}

export interface IndexShelfOptions {
  /** Folder of the indexes; null keeps everything in memory. */
  readonly path: string | null
  readonly hooks: WriterHooks
  readonly onPublish: (publication: Publication) => void
  /** Readers in other threads open files on their own: keep those of a generation until `release` says they have. */
  readonly holdsFiles: boolean
  /** Lets other work of the thread run: called between small pieces of a merge. */
  readonly breathe: () => Promise<void>
  /** A merge that failed: the index goes on as it is, and the next commit tries again. */
  readonly onMergeError: (indexId: string, error: unknown) => void
}

/** Indexes are stored as `<path>/<index id>/{manifest,segments/}`. */
export function indexStores(path: string | null, indexId: string): IndexStores {
  if (path === null) {
    return { segments: new MemorySegmentStore(), manifests: new MemoryManifestStore() }
  }
  return {
    segments: new FileSegmentStore(join(path, indexId, 'segments')),
    manifests: new FileManifestStore(join(path, indexId, 'manifest')),
  }
}

export class IndexShelf {
  readonly #options: IndexShelfOptions
  readonly #indexes = new Map<string, ShelvedIndex>()
  /** Batches under way, on any index; merges stand still meanwhile. */
  #batchCount = 0
  #isClosed = false

  constructor(options: IndexShelfOptions) {
    this.#options = options
  }

  async create(
    indexId: string,
    options: { primaryKey: string | null; nowMs: number; batchUid: number },
  ): Promise<IndexDescription> {
    if (this.#indexes.has(indexId)) throw new ConflictError(`the index ${indexId} is open already`)
    const stores = indexStores(this.#options.path, indexId)
    await createIndexFiles(stores, options)
    return this.#shelve(indexId, stores)
  }

  async open(indexId: string): Promise<IndexDescription> {
    const known = this.#indexes.get(indexId)
    if (known !== undefined) return describe(indexId, known.writer)
    return this.#shelve(indexId, indexStores(this.#options.path, indexId))
  }

  async delete(indexId: string): Promise<void> {
    const index = this.#indexes.get(indexId)
    if (index !== undefined) {
      index.isGone = true
      this.#indexes.delete(indexId)
      index.writer.close()
    }
    if (this.#options.path !== null) {
      await rm(join(this.#options.path, indexId), { recursive: true, force: true })
    }
  }

  async list(): Promise<string[]> {
    if (this.#options.path === null) return [...this.#indexes.keys()]
    return listIndexFolders(this.#options.path)
  }

  async applyBatch(
    indexId: string,
    batch: WriteBatch,
    options: BatchWatch = {},
  ): Promise<BatchResult> {
    const index = this.#index(indexId)
    this.#batchCount++
    try {
      return await index.writer.applyBatch(batch, { ...options, onWait: this.#merging(options) })
    } finally {
      this.#batchCount--
      void this.#mergeInBackground(indexId, index)
    }
  }

  /** A batch that waits for an embedder leaves the thread to merges. */
  #merging({ onWait }: BatchWatch): ReportWait {
    return () => {
      const goOn = onWait?.()
      this.#batchCount--
      return async () => {
        await goOn?.()
        this.#batchCount++
      }
    }
  }

  /** Readers have moved to `generation`: files that only older ones need are let go. */
  release(indexId: string, generation: number): void {
    const index = this.#indexes.get(indexId)
    if (index === undefined) return
    while (index.held.length > 0 && index.held[0]!.generation < generation) index.held.shift()
    index.writer.sweep().catch((error: unknown) => this.#options.onMergeError(indexId, error))
  }

  /** The writer of an open index, for readers of the same thread. */
  writer(indexId: string): IndexWriter {
    return this.#index(indexId).writer
  }

  close(): void {
    this.#isClosed = true
    for (const index of this.#indexes.values()) {
      index.isGone = true
      index.writer.close()
    }
    this.#indexes.clear()
  }

  async #shelve(indexId: string, stores: IndexStores): Promise<IndexDescription> {
    const shared: SharedSections = new Map()
    const held: ShelvedIndex['held'] = []
    const hooks: WriterHooks = {
      ...this.#options.hooks,
      onPublish: () => this.#announce(indexId),
      isHeld: (file) => held.some(({ files }) => files.has(file)),
    }
    const writer = await IndexWriter.open(stores, hooks, shared)
    const index: ShelvedIndex = {
      writer,
      shared,
      sent: new Set(),
      held,
      isMerging: false,
      isGone: false,
    }
    this.#indexes.set(indexId, index)
    this.#announce(indexId)
    void this.#mergeInBackground(indexId, index)
    return describe(indexId, writer)
  }

  #announce(indexId: string): void {
    const index = this.#indexes.get(indexId)
    if (index === undefined) return
    const sections: SharedSections = new Map()
    for (const [name, memory] of index.shared) {
      if (!index.sent.has(name)) sections.set(name, memory)
    }
    for (const name of index.sent) if (!index.shared.has(name)) index.sent.delete(name)
    for (const name of sections.keys()) index.sent.add(name)
    const { manifest } = index.writer
    if (this.#options.holdsFiles) {
      index.held.push({ generation: manifest.generation, files: filesOf(manifest) })
    }
    this.#options.onPublish({
      indexId,
      manifest: encodeManifest(manifest),
      sections,
      description: describe(indexId, index.writer),
    })
  }

  /** Merges until the policy is content; at most one merge per index runs at a time. */
  async #mergeInBackground(indexId: string, index: ShelvedIndex): Promise<void> {
    if (index.isMerging || index.isGone) return
    index.isMerging = true
    try {
      while (!index.isGone && (await index.writer.mergeOnce(() => this.#pauseMerge(index))));
    } catch (error) {
      if (!index.isGone && !this.#isClosed) this.#options.onMergeError(indexId, error)
    } finally {
      index.isMerging = false
    }
  }

  async #pauseMerge(index: ShelvedIndex): Promise<void> {
    do await this.#options.breathe()
    while (this.#batchCount > 0 && !index.isGone)
    if (index.isGone) throw new ConflictError('the index is closed')
  }

  #index(indexId: string): ShelvedIndex {
    const index = this.#indexes.get(indexId)
    if (index === undefined) throw new ConflictError(`the index ${indexId} is not open`)
    return index
  }
}

/** What is told of an index besides its documents. */
export function describe(indexId: string, writer: IndexWriter): IndexDescription {
  const manifest: Manifest = writer.manifest
  const files = filesOf(manifest)
  const { vectorCount, documentCount } = countVectors(writer.segments)
  return {
    indexId,
    generation: manifest.generation,
    lastBatchUid: manifest.lastBatchUid,
    lastOutcomes: manifest.lastOutcomes ?? [],
    primaryKey: manifest.primaryKey,
    documentCount: manifest.documentCount,
    createdAtMs: manifest.createdAtMs,
    updatedAtMs: manifest.updatedAtMs,
    settings: manifest.settings,
    fieldDistribution: manifest.fieldDistribution,
    embeddingCount: vectorCount,
    embeddedDocumentCount: documentCount,
    rawDocumentBytes: manifest.segments.reduce((sum, segment) => sum + segment.rawBytes, 0),
    storedBytes:
      files.size === 0 ? 0 : writer.segments.reduce((sum, { reader }) => sum + reader.sizeBytes, 0),
  }
}
