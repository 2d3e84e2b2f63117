// The vectors of the documents that a batch writes: staged as the documents come in, made before their segment is written.

import type { SegmentFileWriter } from '../segment/segment-file.ts'
import type { DocumentVectors } from '../segment/vectors/document-vectors.ts'
import { EmbedderVectorsWriter } from '../segment/vectors/writer.ts'
import type { Settings } from '../settings/settings-table.ts'
import type { EmbedderSource } from './document-embedder.ts'
import { type DocumentInputs, documentInputs } from './document-inputs.ts'
import type { FragmentSlots } from './fragment-slots.ts'
import type { ReportEmbedderRequest } from './operations.ts'
import { inSteps } from './in-steps.ts'
import { resolveVectors } from './resolve-vectors.ts'
import { stageVectors, type StagedVectors } from './stage-vectors.ts'
import { vectorHints } from './vector-hints.ts'
import { keepVectors, readVectorsField } from './vectors-field.ts'

/** The version of a document that a write replaces. */
export interface ReplacedDocument {
  readonly value: () => Readonly<Record<string, unknown>>
  vectors(embedder: string): StagedVectors
}

/** What a document's vectors become, by embedder, and the text that is stored. */
export interface StagedWrite {
  readonly json: string
  readonly vectors: ReadonlyMap<string, StagedVectors>
}

interface Target {
  readonly name: string
  readonly inputs: DocumentInputs | null
}

/** A text and the vector that is made of it. */
const PENDING_BYTES = 4096

const NONE: ReadonlyMap<string, StagedVectors> = new Map()

export class BatchVectors {
  readonly #settings: Settings
  readonly #source: EmbedderSource
  readonly #targets: readonly Target[]
  /** By doc id of the segment in the making. */
  readonly #staged = new Map<number, ReadonlyMap<string, StagedVectors>>()
  #memoryBytes = 0
  #signal: AbortSignal | undefined
  readonly #sections = new Map<string, Uint8Array>()
  #final: ReadonlyMap<string, ReadonlyMap<number, DocumentVectors>> = new Map()

  constructor(settings: Settings, fragmentSlots: FragmentSlots, source: EmbedderSource) {
    this.#settings = settings
    this.#source = source
    this.#targets = Object.entries(settings.embedders).map(([name, embedder]) => ({
      name,
      inputs: documentInputs(embedder, settings, fragmentSlots[name] ?? {}),
    }))
  }

  /** An estimate of the memory that staged vectors hold, and will hold when they are made. */
  get memoryBytes(): number {
    return this.#memoryBytes
  }

  /** Embedders that segments have vectors of. */
  get names(): readonly string[] {
    return this.#targets.map(({ name }) => name)
  }

  /** Decides what a write does. Throws InputError when `_vectors` is not what it must be. */
  stage(
    id: string,
    json: string,
    value: Readonly<Record<string, unknown>>,
    replaced: () => ReplacedDocument | null,
  ): StagedWrite {
    const hasField = Object.hasOwn(value, '_vectors')
    if (!hasField && this.#targets.length === 0) return { json, vectors: NONE }
    const entries = readVectorsField(value['_vectors'], id)
    const document = { id, value }
    const old = this.#targets.length === 0 ? null : replaced()
    const vectors = new Map<string, StagedVectors>()
    for (const { name, inputs } of this.#targets) {
      const oldDocument = old && {
        vectors: old.vectors(name),
        document: () => ({ id, value: old.value() }),
      }
      vectors.set(name, stageVectors(entries.get(name), oldDocument, document, inputs))
    }
    const isKept = (name: string): boolean => !Object.hasOwn(this.#settings.embedders, name)
    return { json: hasField ? keepVectors(json, isKept) : json, vectors }
  }

  /** The write became the document `doc` of the segment in the making. */
  place(doc: number, { vectors }: StagedWrite): void {
    if (vectors.size === 0) return
    this.#staged.set(doc, vectors)
    for (const { vectors: known, pending } of vectors.values()) {
      for (const vector of known) this.#memoryBytes += vector.byteLength
      this.#memoryBytes += pending.size * PENDING_BYTES
    }
  }

  staged(doc: number): ReadonlyMap<string, StagedVectors> {
    return this.#staged.get(doc) ?? NONE
  }

  /** A document of the segment in the making was replaced or deleted. */
  drop(doc: number): void {
    this.#staged.delete(doc)
  }

  /** Makes what is missing. Throws InputError when an embedder fails, or a vector does not fit. */
  async resolve(options: {
    readonly idOf: (doc: number) => string
    readonly valueOf: (doc: number) => Readonly<Record<string, unknown>>
    readonly signal: AbortSignal | undefined
    readonly onRequest: ReportEmbedderRequest | undefined
    readonly onProgress: (finished: number, total: number) => void
  }): Promise<void> {
    this.#signal = options.signal
    const docs = [...this.#staged.keys()]
    const final = new Map<string, ReadonlyMap<number, DocumentVectors>>()
    for (const { name } of this.#targets) {
      const settings = this.#settings.embedders[name]!
      const resolved = await resolveVectors(
        docs.map((doc) => ({
          documentId: options.idOf(doc),
          staged: this.#staged.get(doc)!.get(name)!,
        })),
        {
          name,
          settings,
          embedder: () => this.#source(name, settings),
          hints: () => vectorHints(name, this.names, docs.map(options.valueOf)),
          signal: options.signal,
          onRequest: options.onRequest,
          onProgress: options.onProgress,
        },
      )
      final.set(name, new Map(docs.map((doc, i) => [doc, resolved[i]!])))
    }
    this.#final = final
  }

  /** Makes the sections of what `resolve` made, for the documents in `order`. */
  async build(order: Uint32Array): Promise<void> {
    for (const { name } of this.#targets) {
      const binaryQuantized = this.#settings.embedders[name]!.binaryQuantized === true
      const writer = new EmbedderVectorsWriter(name, { binaryQuantized })
      const vectors = this.#final.get(name)!
      for (const doc of order) writer.add(vectors.get(doc)!)
      const add = (section: string, bytes: Uint8Array): void => {
        this.#sections.set(section, bytes)
      }
      await inSteps(writer.writeSteps({ add }), this.#signal)
    }
  }

  /** Writes what `build` made. */
  writeTo(file: SegmentFileWriter): void {
    for (const [section, bytes] of this.#sections) file.add(section, bytes)
  }
}
