// The one writer of an index: applies batches, merges in the background, publishes manifests. Readers are unaffected until a
// manifest is out, and keep what they hold as long as they hold it.

import { ConflictError } from '../errors.ts'
import { BUILDER_BYTES_MAX } from '../limits.ts'
import type { DocSet } from '../bits/doc-set.ts'
import { Deletions } from '../segment/deletions.ts'
import type { SegmentBuilder, SegmentParts } from '../segment/segment-builder.ts'
import type { SharedSections } from '../segment/segment-file.ts'
import { requireDocCount, type SegmentFiles, SegmentReader } from '../segment/segment-reader.ts'
import { type EmbedderSource, NO_EMBEDDERS } from './document-embedder.ts'
import { BadPayload } from './bad-payload.ts'
import { Batch } from './batch.ts'
import type { BatchHost, EditDocument } from './batch-host.ts'
import {
  checkFiles,
  type IndexStores,
  publishManifest,
  readManifest,
  sweepFiles,
} from './commit.ts'
import { DocumentNumberAllocator } from './document-number-allocator.ts'
import { IndexSearcher } from './index-searcher.ts'
import { encodeManifest, filesOf, type Manifest } from './manifest.ts'
import { mergeSegments, type PausePoint } from './merge.ts'
import { chooseMerge } from './merge-policy.ts'
import type { BatchResult, BatchWatch, OperationOutcome, WriteBatch } from './operations.ts'
import type { Searcher } from './searcher.ts'
import { freshEntry, type OpenSegment } from './working-segments.ts'

/** What the layers above put into the writer. */
export interface WriterHooks {
  /** Slots of live documents that match a filter. */
  readonly matchFilter: (searcher: Searcher, filter: unknown) => DocSet
  readonly editDocument: EditDocument | null
  /** Bytes that a segment in the making may hold. */
  readonly builderBytesMax?: number
  /** Gives the embedders that the settings name; without it documents must bring their vectors. */
  readonly embedders?: EmbedderSource
  /** Called after every commit, of a batch or of a merge, before its caller hears of it. */
  readonly onPublish?: (manifest: Manifest) => void
  /** Files that readers elsewhere have yet to open: not deleted although no manifest names them. */
  readonly isHeld?: (file: string) => boolean
}

export class IndexWriter {
  readonly #stores: IndexStores
  readonly #hooks: WriterHooks
  readonly #shared: SharedSections
  #manifest: Manifest
  #segments: readonly OpenSegment[]
  #numbers: DocumentNumberAllocator
  #searcher: IndexSearcher | null = null
  /** Only grows, so that what a failed batch left behind never stands in the way. */
  #nextSegmentId: number
  /** Resolves when the last thing that publishes is done: batches and merges publish one after another. */
  #lastExclusive: Promise<unknown> = Promise.resolve()
  /** Readers that a running merge reads from, whatever happens to their segments meanwhile. */
  #mergeInputs: ReadonlySet<SegmentReader> = new Set()
  /** Every reader that holds files open, those of batches that failed and of segments that were replaced included. */
  readonly #openReaders = new Set<SegmentReader>()
  /** A commit that failed in a way that leaves its fate open, and whose fate could not be read then either. */
  #doubtful: Commit | null = null
  /** False when the store failed after the last commit took its place: the next commit makes both durable. */
  #isDurable = true

  private constructor(
    stores: IndexStores,
    hooks: WriterHooks,
    shared: SharedSections,
    manifest: Manifest,
    nextSegmentId: number,
  ) {
    this.#stores = stores
    this.#hooks = hooks
    this.#shared = shared
    this.#manifest = manifest
    try {
      this.#segments = manifest.segments.map((entry) => {
        const reader = this.#openReader(entry.files)
        requireDocCount(entry.files.documents, reader.docCount, entry.docCount)
        return { entry, reader }
      })
    } catch (error) {
      this.close()
      throw error
    }
    this.#numbers = takenNumbers(this.#segments)
    this.#nextSegmentId = nextSegmentId
  }

  /** Opens an index that exists. Throws CorruptIndexError when a file is missing or damaged. */
  static async open(
    stores: IndexStores,
    hooks: WriterHooks,
    shared: SharedSections = new Map(),
  ): Promise<IndexWriter> {
    const manifest = await readManifest(stores)
    if (manifest === null) throw new ConflictError('the index does not exist')
    await checkFiles(stores, manifest)
    // a higher epoch than any before: a writer that was replaced can no longer publish
    const owned = { ...manifest, writerEpoch: manifest.writerEpoch + 1 }
    const ids = (await stores.segments.list()).map(segmentIdOf)
    const nextSegmentId = Math.max(manifest.nextSegmentId, ...ids.map((id) => id + 1))
    return new IndexWriter(stores, hooks, shared, owned, nextSegmentId)
  }

  get manifest(): Manifest {
    return this.#manifest
  }

  get segments(): readonly OpenSegment[] {
    return this.#segments
  }

  /** A searcher of the last commit. */
  searcher(): IndexSearcher {
    this.#searcher ??= new IndexSearcher(this.#manifest, this.#segments)
    return this.#searcher
  }

  /** Deletes files that neither the current state nor a reader needs; a commit does so too. */
  async sweep(): Promise<void> {
    await this.#exclusively(async () => {
      await this.#settleDoubt()
      await this.#sweepFiles()
    })
  }

  /** Applies a batch as one commit. Throws ConflictError when the manifest says that it was applied before. */
  async applyBatch(batch: WriteBatch, options: BatchWatch = {}): Promise<BatchResult> {
    return this.#exclusively(async () => {
      await this.#settleDoubt()
      try {
        return await this.#apply(batch, options)
      } catch (error) {
        // numbers that the batch took are free again
        this.#numbers = takenNumbers(this.#segments)
        this.#closeUnused()
        throw error
      }
    })
  }

  /** Runs `work` when everything that publishes and was asked for before is done. */
  async #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lastExclusive.then(work, work)
    this.#lastExclusive = done.catch(() => {})
    return done
  }

  async #apply(batch: WriteBatch, options: BatchWatch): Promise<BatchResult> {
    if (batch.batchUid <= this.#manifest.lastBatchUid) {
      throw new ConflictError(
        `batch ${batch.batchUid} was applied before: the index stands at batch ${this.#manifest.lastBatchUid}`,
      )
    }
    const { run, outcomes } = await this.#run(batch, options)
    options.signal?.throwIfAborted()
    const segments = run.segments.published()
    const next: Manifest = {
      ...this.#manifest,
      generation: this.#manifest.generation + 1,
      lastBatchUid: Math.max(batch.batchUid, this.#manifest.lastBatchUid),
      lastOutcomes: outcomes,
      primaryKey: run.primaryKey,
      settings: run.settings,
      fields: run.fields.paths.slice(),
      segments: segments.map(({ entry }) => entry),
      nextSegmentId: this.#nextSegmentId,
      documentCount: run.documentCount,
      fieldDistribution: run.keyCounts.distribution(),
      fragmentSlots: run.fragmentSlots,
      updatedAtMs: batch.nowMs,
    }
    await this.#publish(next, segments)
    for (const number of run.freedNumbers) this.#numbers.release(number)
    return {
      generation: next.generation,
      outcomes,
      documentCount: next.documentCount,
      primaryKey: next.primaryKey,
    }
  }

  /** Runs the operations; a second time, looking ahead, when a payload turns out bad half-way. */
  async #run(
    batch: WriteBatch,
    options: BatchWatch,
  ): Promise<{ run: Batch; outcomes: OperationOutcome[] }> {
    for (const isCareful of [false, true]) {
      const run = new Batch(this.#manifest, this.#segments, this.#numbers, this.#host(), {
        ...options,
        isCareful,
      })
      try {
        return { run, outcomes: await run.run(batch.operations) }
      } catch (error) {
        if (!(error instanceof BadPayload)) throw error
        if (isCareful) throw error.cause
        this.#numbers = takenNumbers(this.#segments)
      }
    }
    throw new Error('unreachable: the careful run returns or throws')
  }

  /** Does one merge that the policy asks for; false when there is nothing to do. */
  async mergeOnce(pause: PausePoint = () => {}): Promise<boolean> {
    const chosen = chooseMerge(
      this.#segments.map(({ entry }) => ({
        docCount: entry.docCount,
        deletedCount: entry.deletions.count,
        rawBytes: entry.rawBytes,
      })),
    )
    if (chosen === null) return false
    const inputs = chosen.map((i) => this.#segments[i]!)
    this.#mergeInputs = new Set(inputs.map(({ reader }) => reader))
    try {
      const merged = await mergeSegments(inputs, pause)
      await this.#exclusively(async () => {
        await this.#settleDoubt()
        try {
          if (this.#isStillCurrent(inputs)) await this.#publishMerge(inputs, merged)
        } finally {
          this.#closeUnused()
        }
      })
    } finally {
      // no other readers: a batch may be under way, with new ones of its own
      const readers = this.#mergeInputs
      this.#mergeInputs = new Set()
      this.#closeUnused(readers)
    }
    return true
  }

  async #publishMerge(
    inputs: readonly OpenSegment[],
    merged: Awaited<ReturnType<typeof mergeSegments>>,
  ): Promise<void> {
    const segmentId = this.#nextSegmentId++
    const kept = this.#segments.filter(
      ({ entry }) => !inputs.some((input) => input.entry.segmentId === entry.segmentId),
    )
    const segments = [...kept]
    if (merged.docCount > 0) {
      const name = fileName(segmentId, 'm')
      await this.#stores.segments.put(name, merged.parts)
      const files = filesIn(name, merged.embedders)
      const reader = this.#openReader(files)
      const deletions = this.#deletionsSince(inputs, merged.docMaps, merged.docCount)
      segments.push({ entry: { ...freshEntry(segmentId, files, reader), deletions }, reader })
    }
    segments.sort((a, b) => a.reader.documents.numbers[0]! - b.reader.documents.numbers[0]!)
    await this.#publish(
      {
        ...this.#manifest,
        generation: this.#manifest.generation + 1,
        segments: segments.map(({ entry }) => entry),
        nextSegmentId: this.#nextSegmentId,
      },
      segments,
    )
  }

  /** Documents that died while the merge ran, as doc ids of the merged segment. */
  #deletionsSince(
    inputs: readonly OpenSegment[],
    docMaps: readonly Int32Array[],
    docCount: number,
  ): Deletions {
    const dead: number[] = []
    for (const [i, input] of inputs.entries()) {
      const now = this.#segments.find(({ entry }) => entry.segmentId === input.entry.segmentId)
      for (let doc = 0; doc < input.reader.docCount; doc++) {
        const merged = docMaps[i]![doc]!
        if (merged < 0) continue
        if (now === undefined || now.entry.deletions.has(doc)) dead.push(merged)
      }
    }
    return Deletions.NONE.with(dead, docCount)
  }

  /** A settings change during the merge made some part of an input again: the merged bytes are of no use. */
  #isStillCurrent(inputs: readonly OpenSegment[]): boolean {
    return inputs.every((input) => {
      const now = this.#segments.find(({ entry }) => entry.segmentId === input.entry.segmentId)
      return now === undefined || now.reader === input.reader
    })
  }

  async #publish(next: Manifest, segments: readonly OpenSegment[]): Promise<void> {
    const commit = { manifest: next, segments }
    try {
      await publishManifest(this.#stores, next, this.#manifest.generation)
    } catch (error) {
      // the manifest may have taken its place before the store failed: what can be read now is what counts
      this.#doubtful = commit
      await this.#settleDoubt().catch(() => undefined)
      if (this.#manifest !== next) throw error
      return
    }
    this.#adopt(commit)
    this.#isDurable = true
    // the commit stands: files that cannot be removed now are swept by the next one
    await this.#sweepFiles().catch(() => undefined)
  }

  async #sweepFiles(): Promise<void> {
    // should the disk forget this commit after all, the one before must be whole
    if (!this.#isDurable) return
    await sweepFiles(this.#stores, this.#manifest, this.#hooks.isHeld)
  }

  /** Finds out what became of a commit that failed, before anything is built upon it. Throws when the store cannot tell. */
  async #settleDoubt(): Promise<void> {
    const commit = this.#doubtful
    if (commit === null) return
    const stored = await this.#stores.manifests.read()
    this.#doubtful = null
    const bytes = Buffer.from(encodeManifest(commit.manifest).bytes)
    if (stored === null || !bytes.equals(stored.bytes)) return
    this.#adopt(commit)
    this.#isDurable = false
    this.#numbers = takenNumbers(this.#segments)
  }

  #adopt({ manifest, segments }: Commit): void {
    this.#manifest = manifest
    this.#segments = segments
    this.#searcher = null
    this.#closeUnused()
    const needed = filesOf(manifest)
    for (const key of this.#shared.keys()) {
      if (!needed.has(key.slice(0, key.indexOf('/')))) this.#shared.delete(key)
    }
    this.#hooks.onPublish?.(manifest)
  }

  /** Closes readers that no segment of the index, no running merge and no commit in doubt needs. */
  #closeUnused(readers: Iterable<SegmentReader> = this.#openReaders): void {
    const used = new Set(this.#segments.map(({ reader }) => reader))
    for (const { reader } of this.#doubtful?.segments ?? []) used.add(reader)
    for (const reader of readers) {
      if (used.has(reader) || this.#mergeInputs.has(reader)) continue
      reader.close()
      this.#openReaders.delete(reader)
    }
  }

  #host(): BatchHost {
    return {
      newSegmentId: () => this.#nextSegmentId++,
      store: async (builder, segmentId, vectors) => {
        const name = fileName(segmentId, 's')
        if (vectors.names.length > 0) await vectors.build(builder.finalOrder())
        const { parts } = builder.finish((file) => vectors.writeTo(file))
        await this.#stores.segments.put(name, parts)
        const files = filesIn(name, vectors.names)
        const reader = this.#openReader(files)
        return { entry: freshEntry(segmentId, files, reader), reader }
      },
      storePart: async (builder: SegmentBuilder, segmentId: number, part: keyof SegmentParts) => {
        const name = fileName(segmentId, part === 'words' ? 'w' : 'c')
        await this.#stores.segments.put(name, builder.finish().parts)
        return name
      },
      storeFile: async (segmentId, part, parts) => {
        const name = fileName(segmentId, part === 'documents' ? 'd' : 'v')
        await this.#stores.segments.put(name, parts)
        return name
      },
      open: (files) => this.#openReader(files),
      matchFilter: (open, state, filter) => {
        const searcher = new IndexSearcher(
          {
            generation: this.#manifest.generation,
            settings: state.settings,
            primaryKey: state.primaryKey,
            fields: state.fields.paths,
            fragmentSlots: state.fragmentSlots,
          },
          open,
        )
        const slots = this.#hooks.matchFilter(searcher, filter)
        return Array.from(slots.toArray(), (slot) => searcher.place(slot))
      },
      editDocument: this.#hooks.editDocument,
      builderBytesMax: this.#hooks.builderBytesMax ?? BUILDER_BYTES_MAX,
      embedders: this.#hooks.embedders ?? NO_EMBEDDERS,
    }
  }

  #openReader(files: SegmentFiles): SegmentReader {
    const reader = new SegmentReader(this.#stores.segments, files, this.#shared)
    this.#openReaders.add(reader)
    return reader
  }

  close(): void {
    for (const reader of this.#openReaders) reader.close()
    this.#openReaders.clear()
  }
}

/** What one publication makes the state of the index. */
interface Commit {
  readonly manifest: Manifest
  readonly segments: readonly OpenSegment[]
}

/** Files of a segment that is all in one. */
function filesIn(name: string, embedders: readonly string[]): SegmentFiles {
  const files = { documents: name, words: name, columns: name }
  if (embedders.length === 0) return files
  return { ...files, vectors: Object.fromEntries(embedders.map((embedder) => [embedder, name])) }
}

/** Names say what a file holds: s, all parts of new documents; m, of merged ones; w, words; c, columns; d, documents; v, vectors. */
function fileName(segmentId: number, kind: 's' | 'm' | 'w' | 'c' | 'd' | 'v'): string {
  return `${kind}${segmentId.toString().padStart(8, '0')}.seg`
}

/** The id in a file's name, -1 when it is none of ours. */
function segmentIdOf(name: string): number {
  const match = /^[smwcdv](\d+)\.seg/.exec(name)
  return match === null ? -1 : Number(match[1])
}

function takenNumbers(segments: readonly OpenSegment[]): DocumentNumberAllocator {
  const numbers = new DocumentNumberAllocator(1024)
  for (const { reader, entry } of segments) {
    for (let doc = 0; doc < reader.docCount; doc++) {
      if (!entry.deletions.has(doc)) numbers.take(reader.documents.numbers[doc]!)
    }
  }
  return numbers
}
