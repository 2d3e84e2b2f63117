// What a change of settings does to the vectors of one segment: vectors move between documents and the store, are made
// again where their input differs, or are dropped. Words and columns are not touched.

import { DocumentsWriter } from '../segment/documents/writer.ts'
import { SegmentFileWriter } from '../segment/segment-file.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import { NO_VECTORS } from '../segment/vectors/document-vectors.ts'
import { EmbedderVectorsWriter } from '../segment/vectors/writer.ts'
import type { EmbedderChange } from '../settings/embedder-changes.ts'
import type { Settings } from '../settings/settings-table.ts'
import type { EmbedderSource } from './document-embedder.ts'
import { type DocumentInputs, documentInputs, type InputDocument } from './document-inputs.ts'
import type { FragmentSlots } from './fragment-slots.ts'
import type { ReportEmbedderRequest } from './operations.ts'
import { inSteps } from './in-steps.ts'
import { resolveVectors } from './resolve-vectors.ts'
import { kept, remake, stageVectors, type StagedVectors, toMake } from './stage-vectors.ts'
import { vectorHints } from './vector-hints.ts'
import { addVectors, keepVectors, readVectorsField, vectorsText } from './vectors-field.ts'
import type { OpenSegment } from './working-segments.ts'

/** Settings before and after, and the slots of fragments under each. */
export interface VectorChangePlan {
  readonly changes: readonly EmbedderChange[]
  readonly previous: { readonly settings: Settings; readonly fragmentSlots: FragmentSlots }
  readonly next: { readonly settings: Settings; readonly fragmentSlots: FragmentSlots }
  readonly source: EmbedderSource
  readonly signal: AbortSignal | undefined
  readonly onRequest: ReportEmbedderRequest | undefined
  readonly onProgress: (finished: number, total: number) => void
  /** Stores a file of a segment; gives its name. */
  readonly store: (kind: 'documents' | 'vectors', parts: readonly Uint8Array[]) => Promise<string>
}

/** Makes embedders that are new or different, so that one that cannot be made fails the change even without documents. */
export async function checkChangedEmbedders(plan: VectorChangePlan): Promise<void> {
  for (const { name, action } of plan.changes) {
    if (action !== 'add' && action !== 'regenerate') continue
    const settings = plan.next.settings.embedders[name]!
    if (settings.source !== 'userProvided') await plan.source(name, settings)
  }
}

/** Files of the segment after the change. */
export async function changeVectors(
  { entry, reader }: OpenSegment,
  plan: VectorChangePlan,
): Promise<OpenSegment['entry']['files']> {
  const changes = plan.changes.map((change) => new SegmentChange(change, reader, plan))
  const texts = new Map<number, string>()
  reader.documents.forEach((doc, bytes) => {
    if (entry.deletions.has(doc)) {
      for (const change of changes) change.skip()
      return
    }
    const before = decoder.decode(bytes)
    const document = lazyDocument(reader.documents.id(doc), before)
    let json = before
    for (const change of changes) json = change.apply(doc, document, json)
    if (json !== before) texts.set(doc, json)
  })
  const vectors = { ...entry.files.vectors }
  const file = new SegmentFileWriter()
  const written: string[] = []
  for (const change of changes) {
    if (change.isRemoval) delete vectors[change.name]
    else {
      await change.writeTo(file)
      written.push(change.name)
    }
  }
  if (written.length > 0) {
    const name = await plan.store('vectors', file.finish().parts)
    for (const embedder of written) vectors[embedder] = name
  }
  const documents =
    texts.size === 0
      ? entry.files.documents
      : await plan.store('documents', rewriteDocuments(reader, texts))
  return { ...entry.files, documents, vectors }
}

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** One change on its way through the documents of a segment. */
class SegmentChange {
  readonly name: string
  readonly #change: EmbedderChange
  readonly #reader: SegmentReader
  readonly #plan: VectorChangePlan
  readonly #inputs: DocumentInputs | null
  readonly #oldInputs: DocumentInputs | null
  readonly #staged: StagedVectors[] = []
  readonly #live: number[] = []

  constructor(change: EmbedderChange, reader: SegmentReader, plan: VectorChangePlan) {
    this.name = change.name
    this.#change = change
    this.#reader = reader
    this.#plan = plan
    this.#inputs = inputsUnder(change.name, plan.next)
    this.#oldInputs = inputsUnder(change.name, plan.previous)
  }

  get isRemoval(): boolean {
    return this.#change.action === 'remove'
  }

  /** A dead document keeps its place. */
  skip(): void {
    this.#staged.push(kept(NO_VECTORS))
  }

  /** Decides what becomes of a document's vectors; gives its text. */
  apply(doc: number, document: InputDocument, json: string): string {
    const old = kept(this.#reader.vectors.get(this.name)?.read(doc) ?? NO_VECTORS)
    if (this.isRemoval) {
      if (!old.isUserProvided) return json
      return addVectors(json, new Map([[this.name, vectorsText(old.vectors, false)]]))
    }
    this.#live.push(doc)
    if (this.#change.action === 'add') {
      const entry = readVectorsField(document.value['_vectors'], document.id).get(this.name)
      this.#staged.push(stageVectors(entry, null, document, this.#inputs))
      return entry === undefined ? json : keepVectors(json, (name) => name !== this.name)
    }
    this.#staged.push(this.#restage(old, document))
    return json
  }

  #restage(old: StagedVectors, document: InputDocument): StagedVectors {
    if (!old.mustRegenerate) return old
    switch (this.#change.action) {
      case 'regenerate':
        return toMake(this.#inputs, document)
      case 'rerender':
      case 'fragments':
        return remake(
          { vectors: old, document: () => document },
          document,
          this.#inputs,
          this.#oldInputs,
        )
      default:
        return old
    }
  }

  async writeTo(file: SegmentFileWriter): Promise<void> {
    const { source, signal, onRequest, onProgress, next } = this.#plan
    const settings = next.settings.embedders[this.name]!
    const { documents } = this.#reader
    const resolved = await resolveVectors(
      this.#live.map((doc) => ({ documentId: documents.id(doc), staged: this.#staged[doc]! })),
      {
        name: this.name,
        settings,
        embedder: () => source(this.name, settings),
        hints: () =>
          vectorHints(
            this.name,
            Object.keys(next.settings.embedders),
            this.#live.map((doc) => parse(decoder.decode(documents.read(doc)))),
          ),
        signal,
        onRequest,
        onProgress,
      },
    )
    const binaryQuantized = settings.binaryQuantized === true
    const writer = new EmbedderVectorsWriter(this.name, { binaryQuantized })
    let live = 0
    for (let doc = 0; doc < this.#staged.length; doc++) {
      const isLive = this.#live[live] === doc
      writer.add(isLive ? resolved[live++]! : this.#staged[doc]!)
    }
    await inSteps(writer.writeSteps(file), signal)
  }
}

function inputsUnder(
  name: string,
  { settings, fragmentSlots }: VectorChangePlan['next'],
): DocumentInputs | null {
  const embedder = Object.hasOwn(settings.embedders, name) ? settings.embedders[name] : undefined
  if (embedder === undefined) return null
  return documentInputs(embedder, settings, fragmentSlots[name] ?? {})
}

function lazyDocument(id: string, json: string): InputDocument {
  let value: Readonly<Record<string, unknown>> | null = null
  return {
    id,
    get value() {
      value ??= parse(json)
      return value
    },
  }
}

function parse(json: string): Readonly<Record<string, unknown>> {
  return JSON.parse(json) as Readonly<Record<string, unknown>>
}

/** The documents of a segment with some texts replaced. */
function rewriteDocuments(
  { documents }: SegmentReader,
  texts: ReadonlyMap<number, string>,
): readonly Uint8Array[] {
  const writer = new DocumentsWriter()
  const keyTexts = documents.keys.map((keys) => JSON.stringify(keys))
  documents.forEach((doc, bytes) => {
    const text = texts.get(doc)
    writer.add({
      json: text === undefined ? bytes : encoder.encode(text),
      id: documents.id(doc),
      number: documents.numbers[doc]!,
      keys: keyTexts[documents.keySets[doc]!]!,
    })
  })
  const file = new SegmentFileWriter()
  writer.writeTo(file)
  return file.finish().parts
}
