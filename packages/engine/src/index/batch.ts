// One batch of writes on its way to a commit: operations are applied in order to working segments and a segment in the
// making. Nothing is published here; a batch that fails is dropped, and what it wrote is swept by the next commit.

import { InputError } from '../errors.ts'
import { documentSchema } from '../segment/document-schema.ts'
import { FieldRegistry } from '../segment/field-tree.ts'
import { SegmentBuilder, type SegmentParts } from '../segment/segment-builder.ts'
import type { SegmentFiles } from '../segment/segment-reader.ts'
import { isGeoUsed } from '../settings/attribute-selection.ts'
import { NO_VECTORS } from '../segment/vectors/document-vectors.ts'
import { changedParts } from '../settings/changed-parts.ts'
import { applySettingsPatch } from '../settings/settings-patch.ts'
import type { Settings, SettingsPatch } from '../settings/settings-table.ts'
import { BadPayload, isPayloadProblem } from './bad-payload.ts'
import type { BatchHost } from './batch-host.ts'
import { BatchVectors, type ReplacedDocument } from './batch-vectors.ts'
import type { EmbedderSource } from './document-embedder.ts'
import { documentIdReader, inferPrimaryKey, type ReadDocumentId } from './document-id.ts'
import { type DocumentLine, documentLines } from './document-lines.ts'
import type { DocumentNumberAllocator } from './document-number-allocator.ts'
import { assignFragmentSlots, type FragmentSlots } from './fragment-slots.ts'
import { KeyCounts } from './key-counts.ts'
import type { Manifest } from './manifest.ts'
import { mergeDocuments } from './merge-documents.ts'
import type {
  BatchWatch,
  Operation,
  OperationOutcome,
  ReportEmbedderRequest,
  ReportProgress,
} from './operations.ts'
import { rebuildParts } from './rebuild-parts.ts'
import { kept } from './stage-vectors.ts'
import { normalizeWord, tokenizerFor } from './tokenizer-for.ts'
import { changeVectors, checkChangedEmbedders, type VectorChangePlan } from './vector-changes.ts'
import { waitingEmbedders } from './waiting-embedders.ts'
import { type OpenSegment, WorkingSegments } from './working-segments.ts'

const CHECK_EVERY_DOCUMENTS = 256

const ALL_PARTS: SegmentParts = { documents: true, words: true, columns: true }
const decoder = new TextDecoder()

export class Batch {
  settings: Settings
  primaryKey: string | null
  readonly fields: FieldRegistry
  readonly segments: WorkingSegments
  readonly keyCounts: KeyCounts
  documentCount: number
  fragmentSlots: FragmentSlots
  readonly #host: BatchHost
  readonly #numbers: DocumentNumberAllocator
  readonly #signal: AbortSignal | undefined
  readonly #onRequest: ReportEmbedderRequest | undefined
  readonly #embedders: EmbedderSource
  readonly #isCareful: boolean
  readonly #report: ReportProgress
  #builder: SegmentBuilder | null = null
  #vectors: BatchVectors
  /** Numbers of documents that this batch deleted: an id that comes back keeps its own. */
  readonly #deletedNumbers = new Map<string, number>()
  /** Where the payload at hand began: documents of the builder, and segments; and how many of its ids came again. */
  #payloadDocs = 0
  #payloadSegments = 0
  #repeatCount = 0
  #operationCount = 0
  #operationIndex = 0

  constructor(
    manifest: Manifest,
    segments: readonly OpenSegment[],
    numbers: DocumentNumberAllocator,
    host: BatchHost,
    options: BatchWatch & {
      /** Look at every payload before it has an effect, so that a bad one can be left out alone. */
      isCareful: boolean
    },
  ) {
    this.settings = manifest.settings
    this.primaryKey = manifest.primaryKey
    this.fields = new FieldRegistry(manifest.fields)
    this.segments = new WorkingSegments(segments)
    this.keyCounts = new KeyCounts(manifest.fieldDistribution)
    this.documentCount = manifest.documentCount
    this.fragmentSlots = manifest.fragmentSlots ?? {}
    this.#numbers = numbers
    this.#host = host
    this.#signal = options.signal
    this.#onRequest = options.onEmbedderRequest
    this.#embedders = waitingEmbedders(host.embedders, options)
    this.#isCareful = options.isCareful
    this.#report = options.onProgress ?? (() => {})
    this.#vectors = this.#newVectors()
  }

  /** Numbers that are free once the batch is committed. */
  get freedNumbers(): Iterable<number> {
    return this.#deletedNumbers.values()
  }

  /** Applies every operation; errors that concern one operation only become its outcome. */
  async run(operations: readonly Operation[]): Promise<OperationOutcome[]> {
    const outcomes: OperationOutcome[] = []
    this.#operationCount = operations.length
    for (const [i, operation] of operations.entries()) {
      this.#operationIndex = i
      this.#progress('reading operations', 0, 1)
      outcomes.push(await this.#applyOne(operation))
    }
    await this.#flush()
    return outcomes
  }

  async #applyOne(operation: Operation): Promise<OperationOutcome> {
    switch (operation.kind) {
      case 'addDocuments':
        return this.#addDocuments(operation)
      case 'deleteDocuments': {
        let count = 0
        for (const id of new Set(operation.ids)) if (this.#delete(id)) count++
        return { kind: 'deleted', documentCount: count }
      }
      case 'deleteByFilter':
        return this.#deleteByFilter(operation.filter)
      case 'deleteAll':
        return { kind: 'deleted', documentCount: this.#deleteAll() }
      case 'updateSettings':
        await this.#updateSettings(operation.settings)
        return { kind: 'applied' }
      case 'setPrimaryKey':
        this.#setPrimaryKey(operation.primaryKey)
        return { kind: 'applied' }
      case 'editDocuments':
        return this.#editDocuments(operation)
    }
  }

  async #addDocuments(
    operation: Extract<Operation, { kind: 'addDocuments' }>,
  ): Promise<OperationOutcome> {
    // the first try reads a payload once and hopes; a batch with a bad payload is run again with a look ahead
    if (this.#isCareful) {
      try {
        this.#checkPayload(operation)
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        return { kind: 'failed', code: error.code, message: error.message }
      }
    }
    try {
      return await this.#indexPayload(operation)
    } catch (error) {
      throw error instanceof InputError && isPayloadProblem(error) ? new BadPayload(error) : error
    }
  }

  async #indexPayload(
    operation: Extract<Operation, { kind: 'addDocuments' }>,
  ): Promise<OperationOutcome> {
    const skipCreation = operation.skipCreation === true
    const skipped = new Set<string>()
    const readId = this.#idReader(operation)
    this.#payloadDocs = this.#builder?.docCount ?? 0
    this.#payloadSegments = this.segments.list.length
    this.#repeatCount = 0
    let count = 0
    let putCount = 0
    for (const line of documentLines(operation.source)) {
      const id = readId(line.json)
      if (skipCreation && !this.#isKnown(id)) skipped.add(id)
      else {
        putCount++
        if (operation.mode === 'update') this.#merge(id, line)
        else this.#put(id, line)
      }
      if (++count % CHECK_EVERY_DOCUMENTS === 0) {
        this.#progress('indexing documents', count, count)
        const bytes = (this.#builder?.memoryBytes ?? 0) + this.#vectors.memoryBytes
        if (bytes > this.#host.builderBytesMax) {
          await this.#flush()
        }
      }
    }
    // a payload without documents still settles the key that its request names
    if (count === 0) this.primaryKey ??= operation.primaryKey
    return { kind: 'indexed', documentCount: putCount - this.#repeatCount + skipped.size }
  }

  /** Reads a payload without effect except that it settles the primary key; throws InputError for the first bad document. */
  #checkPayload(operation: Extract<Operation, { kind: 'addDocuments' }>): void {
    const before = this.primaryKey
    try {
      const readId = this.#idReader(operation)
      const fields = new FieldRegistry(this.fields.paths)
      const hasGeo = isGeoUsed(this.settings)
      for (const { json } of documentLines(operation.source)) {
        readId(json)
        fields.addPathsOf(JSON.parse(json) as Record<string, unknown>, { hasGeo })
      }
    } catch (error) {
      this.primaryKey = before
      throw error
    }
  }

  /** Reads ids by the index's primary key; the first document settles it where there is none yet. */
  #idReader(operation: Extract<Operation, { kind: 'addDocuments' }>): ReadDocumentId {
    const requested = operation.primaryKey
    if (requested !== null && this.primaryKey !== null && requested !== this.primaryKey) {
      throw new InputError(
        'index_primary_key_already_exists',
        `The index already has the primary key \`${this.primaryKey}\`; \`${requested}\` cannot take its place.`,
      )
    }
    let readId: ReadDocumentId | null = null
    return (json) => {
      if (readId === null) {
        this.primaryKey ??=
          requested ?? inferPrimaryKey(JSON.parse(json) as Record<string, unknown>)
        readId = documentIdReader(this.primaryKey)
      }
      return readId(json)
    }
  }

  #merge(id: string, line: DocumentLine): void {
    const stored = this.#storedJson(id)
    if (stored === null) this.#put(id, line)
    else this.#put(id, { json: mergeDocuments(stored, line.json), bytes: null })
  }

  /** The document of an id in the segment in the making, -1 where there is none. */
  #building(id: string): number {
    return this.#builder === null ? -1 : this.#builder.find(id)
  }

  #isKnown(id: string): boolean {
    return this.#building(id) >= 0 || this.segments.find(id) !== null
  }

  #storedJson(id: string): string | null {
    const building = this.#building(id)
    if (building >= 0) return this.#builder!.json(building)
    const place = this.segments.find(id)
    if (place === null) return null
    return decoder.decode(place.segment.reader.documents.read(place.doc))
  }

  #put(id: string, { json, bytes }: DocumentLine): void {
    const value = JSON.parse(json) as Record<string, unknown>
    const staged = this.#vectors.stage(id, json, value, () => this.#replaced(id))
    const number = this.#take(id) ?? this.#reviveNumber(id) ?? this.#numbers.allocate()
    this.#builder ??= this.#newBuilder(ALL_PARTS)
    const doc = this.#builder.add({
      id,
      number,
      json: staged.json,
      bytes: staged.json === json ? bytes : null,
      value,
    })
    this.#vectors.place(doc, staged)
    this.keyCounts.add(this.#builder.keys(doc), 1)
    this.documentCount++
  }

  /** The number that a document of that id had before this batch deleted it. */
  #reviveNumber(id: string): number | undefined {
    // asking an empty map would hash the id all the same
    if (this.#deletedNumbers.size === 0) return undefined
    const number = this.#deletedNumbers.get(id)
    this.#deletedNumbers.delete(id)
    return number
  }

  /** The document that a write of that id takes the place of. */
  #replaced(id: string): ReplacedDocument | null {
    const building = this.#building(id)
    if (building < 0) {
      const place = this.segments.find(id)
      if (place === null) return null
      const { reader } = place.segment
      return {
        value: () => JSON.parse(this.#storedJson(id)!) as Record<string, unknown>,
        vectors: (name) => kept(reader.vectors.get(name)?.read(place.doc) ?? NO_VECTORS),
      }
    }
    const staged = this.#vectors.staged(building)
    return {
      value: () => JSON.parse(this.#storedJson(id)!) as Record<string, unknown>,
      vectors: (name) => staged.get(name) ?? kept(NO_VECTORS),
    }
  }

  /** Removes the live document of that id, if any; gives its number. */
  #take(id: string): number | null {
    const building = this.#building(id)
    if (building >= 0) {
      this.#builder!.markDead(building)
      this.#vectors.drop(building)
      this.keyCounts.add(this.#builder!.keys(building), -1)
      this.documentCount--
      if (building >= this.#payloadDocs) this.#repeatCount++
      return this.#builder!.number(building)
    }
    const place = this.segments.find(id)
    if (place === null) return null
    const { documents } = place.segment.reader
    place.segment.kill(place.doc)
    if (place.segmentIndex >= this.#payloadSegments) this.#repeatCount++
    this.keyCounts.add(JSON.stringify(documents.keys[documents.keySets[place.doc]!]), -1)
    this.documentCount--
    return documents.numbers[place.doc]!
  }

  #delete(id: string): boolean {
    const number = this.#take(id)
    if (number === null) return false
    this.#deletedNumbers.set(id, number)
    return true
  }

  #deleteAll(): number {
    const count = this.documentCount
    const deleted: string[] = [...(this.#builder?.liveIds() ?? [])]
    this.segments.forEachLive((segment, doc) => {
      deleted.push(segment.reader.documents.id(doc))
    })
    for (const id of deleted) this.#delete(id)
    this.keyCounts.clear()
    return count
  }

  async #deleteByFilter(filter: unknown): Promise<OperationOutcome> {
    await this.#flush()
    try {
      const ids = this.#idsMatching(filter)
      for (const id of ids) this.#delete(id)
      return { kind: 'deleted', documentCount: ids.length }
    } catch (error) {
      if (error instanceof InputError) {
        return { kind: 'failed', code: error.code, message: error.message }
      }
      throw error
    }
  }

  #idsMatching(filter: unknown): string[] {
    const open = this.segments.list.map((segment) => ({
      entry: segment.entry(),
      reader: segment.reader,
    }))
    const { settings, fields, primaryKey, fragmentSlots } = this
    const state = { settings, fields, primaryKey, fragmentSlots }
    return this.#host
      .matchFilter(open, state, filter)
      .map(({ segmentIndex, doc }) => open[segmentIndex]!.reader.documents.id(doc))
  }

  async #editDocuments(
    operation: Extract<Operation, { kind: 'editDocuments' }>,
  ): Promise<OperationOutcome> {
    await this.#flush()
    if (this.#host.editDocument === null) {
      throw new InputError('feature_not_enabled', 'Editing by function is not available here.')
    }
    const edit = this.#host.editDocument(operation.function, operation.context)
    const ids: string[] = []
    if (operation.filter === null || operation.filter === undefined) {
      this.segments.forEachLive((segment, doc) => ids.push(segment.reader.documents.id(doc)))
    } else {
      ids.push(...this.#idsMatching(operation.filter))
    }
    const readId = documentIdReader(this.primaryKey ?? 'id')
    const edited: { id: string; json: string }[] = []
    const deleted: string[] = []
    for (const [i, id] of ids.entries()) {
      const stored = this.#storedJson(id)!
      const json = edit(stored)
      if (json === null) {
        deleted.push(id)
      } else if (json !== stored) {
        if (readId(json) !== id) {
          throw new InputError(
            'edit_documents_by_function_error',
            `The function changed the id of the document ${JSON.stringify(id)}, which must stay as it is.`,
          )
        }
        edited.push({ id, json })
      }
      if (i % CHECK_EVERY_DOCUMENTS === 0) this.#progress('editing documents', i, ids.length)
    }
    for (const id of deleted) this.#delete(id)
    for (const { id, json } of edited) this.#put(id, { json, bytes: null })
    return { kind: 'edited', editedCount: edited.length, deletedCount: deleted.length }
  }

  async #updateSettings(patch: SettingsPatch): Promise<void> {
    const previous = this.settings
    const next = applySettingsPatch(previous, patch, normalizeWord(previous))
    const changed = changedParts(previous, next)
    await this.#flush()
    this.settings = next
    const parts: SegmentParts = {
      documents: false,
      words: changed.words,
      columns: changed.columns || changed.geoChecks,
    }
    const fragmentSlots = assignFragmentSlots(this.fragmentSlots, next.embedders)
    const plan: VectorChangePlan = {
      changes: changed.vectors,
      previous: { settings: previous, fragmentSlots: this.fragmentSlots },
      next: { settings: next, fragmentSlots },
      source: this.#embedders,
      signal: this.#signal,
      onRequest: this.#onRequest,
      onProgress: (done, total) => this.#progress('embedding documents', done, total),
      store: (part, bytes) => this.#host.storeFile(this.#host.newSegmentId(), part, bytes),
    }
    await checkChangedEmbedders(plan)
    if (parts.words || parts.columns) {
      await this.#changeSegments((segment) =>
        rebuildParts(segment, parts, {
          host: this.#host,
          newBuilder: (own) => this.#newBuilder(own),
          onProgress: (done, total) => this.#progress('rebuilding segments', done, total),
        }),
      )
    }
    if (changed.vectors.length > 0) {
      await this.#changeSegments((segment) => changeVectors(segment, plan))
    }
    this.fragmentSlots = fragmentSlots
    this.#vectors = this.#newVectors()
  }

  /** Opens every segment that has something alive in it with the files that `change` gives. */
  async #changeSegments(change: (segment: OpenSegment) => Promise<SegmentFiles>): Promise<void> {
    const changed: OpenSegment[] = []
    for (const segment of this.segments.list) {
      if (segment.liveCount === 0) continue
      const entry = segment.entry()
      const files = await change({ entry, reader: segment.reader })
      const reader = this.#host.open(files)
      changed.push({ entry: { ...entry, files, rawBytes: reader.documents.rawBytes }, reader })
    }
    this.segments.replaceAll(changed)
  }

  #setPrimaryKey(primaryKey: string): void {
    if (this.documentCount > 0 && this.primaryKey !== primaryKey) {
      throw new InputError(
        'index_primary_key_already_exists',
        `The index has documents and the primary key \`${this.primaryKey}\`, which cannot be changed now.`,
      )
    }
    this.primaryKey = primaryKey
  }

  #newBuilder(parts: SegmentParts): SegmentBuilder {
    const schema = documentSchema(this.settings, tokenizerFor(this.settings))
    return new SegmentBuilder(schema, this.fields, parts)
  }

  /** Closes the segment in the making and puts it among the working segments. */
  async #flush(): Promise<void> {
    const builder = this.#builder
    if (builder === null) return
    this.#builder = null
    const vectors = this.#vectors
    this.#vectors = this.#newVectors()
    if (builder.liveCount === 0) return
    await vectors.resolve({
      idOf: (doc) => builder.id(doc),
      valueOf: (doc) => JSON.parse(builder.json(doc)) as Record<string, unknown>,
      signal: this.#signal,
      onRequest: this.#onRequest,
      onProgress: (finished, total) => this.#progress('embedding documents', finished, total),
    })
    this.#progress('writing a segment', 0, 1)
    this.segments.add(await this.#host.store(builder, this.#host.newSegmentId(), vectors))
  }

  #newVectors(): BatchVectors {
    return new BatchVectors(this.settings, this.fragmentSlots, this.#embedders)
  }

  #progress(currentStep: string, finished: number, total: number): void {
    this.#signal?.throwIfAborted()
    this.#report([
      {
        currentStep: 'processing operations',
        finished: this.#operationIndex,
        total: this.#operationCount,
      },
      { currentStep, finished, total },
    ])
  }
}
