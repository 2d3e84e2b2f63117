// Makes what staged vectors lack: checks sizes, embeds inputs, refuses documents without vectors that nobody can make.

import type { EmbedInput } from '../embed/embedder.ts'
import { InputError } from '../errors.ts'
import type { DocumentVectors } from '../segment/vectors/document-vectors.ts'
import type { Embedder } from '../settings/embedders.ts'
import type { DocumentEmbedder } from './document-embedder.ts'
import type { ReportEmbedderRequest } from './operations.ts'
import type { StagedVectors } from './stage-vectors.ts'

/** A document whose vectors are to be settled. */
export interface StagedDocument {
  readonly documentId: string
  readonly staged: StagedVectors
}

export interface ResolveOptions {
  readonly name: string
  readonly settings: Embedder
  /** Asked for only when something depends on it. */
  readonly embedder: () => Promise<DocumentEmbedder>
  /** What may be the matter when a document lacks vectors. */
  readonly hints: () => string
  readonly signal?: AbortSignal | undefined
  readonly onRequest?: ReportEmbedderRequest | undefined
  readonly onProgress?: (finished: number, total: number) => void
}

/** Inputs handed to an embedder at once: it cuts them into requests and sends several at a time. */
const INPUTS_MAX = 2000

/** The final vectors, in the order of the documents. Throws InputError when one cannot have any. */
export async function resolveVectors(
  documents: readonly StagedDocument[],
  options: ResolveOptions,
): Promise<DocumentVectors[]> {
  const missing = documents.filter(({ staged }) => staged.isMissing)
  if (missing.length > 0) throw missingVectors(missing, options)
  await checkSizes(documents, options)
  const inputs: { documentIndex: number; slot: number; input: EmbedInput }[] = []
  for (const [documentIndex, { staged }] of documents.entries()) {
    for (const [slot, input] of staged.pending) inputs.push({ documentIndex, slot, input })
  }
  const made = new Map<number, Map<number, Float32Array>>()
  for (let start = 0; start < inputs.length; start += INPUTS_MAX) {
    options.onProgress?.(start, inputs.length)
    const chunk = inputs.slice(start, start + INPUTS_MAX)
    const embedder = await options.embedder()
    const results = await embedder.embedDocuments(
      chunk.map(({ input }) => input),
      { signal: options.signal, onRequest: options.onRequest },
    )
    options.signal?.throwIfAborted()
    for (const [i, { documentIndex, slot }] of chunk.entries()) {
      const vector = results[i]
      if (vector === undefined) continue
      let bySlot = made.get(documentIndex)
      if (bySlot === undefined) made.set(documentIndex, (bySlot = new Map()))
      bySlot.set(slot, vector)
    }
  }
  return documents.map(({ staged }, i) => withMade(staged, made.get(i)))
}

function withMade(
  staged: StagedVectors,
  made: ReadonlyMap<number, Float32Array> | undefined,
): DocumentVectors {
  if (made === undefined) return staged
  const all = new Map(made)
  for (const [i, slot] of staged.slots.entries()) all.set(slot, staged.vectors[i]!)
  const slots = [...all.keys()].sort((a, b) => a - b)
  return { ...staged, slots, vectors: slots.map((slot) => all.get(slot)!) }
}

async function checkSizes(
  documents: readonly StagedDocument[],
  { name, settings, embedder }: ResolveOptions,
): Promise<void> {
  const given = documents.filter(({ staged }) => staged.isGiven && staged.vectors.length > 0)
  if (given.length === 0) return
  const isDeclared = settings.source === 'userProvided' && settings.dimensions !== undefined
  const dimensions = isDeclared ? settings.dimensions : (await embedder()).dimensions
  for (const { documentId, staged } of given) {
    const at = staged.vectors.findIndex((vector) => vector.length !== dimensions)
    if (at < 0) continue
    throw new InputError(
      'invalid_vector_dimensions',
      `Vector ${at} of \`._vectors.${name}\` in the document ${JSON.stringify(documentId)} has ${staged.vectors[at]!.length} numbers; embedder \`${name}\` takes ${dimensions}.`,
    )
  }
}

function missingVectors(
  missing: readonly StagedDocument[],
  { name, hints }: ResolveOptions,
): InputError {
  const others = missing.length === 1 ? '' : ` and ${missing.length - 1} more`
  const hint = hints()
  return new InputError(
    'vector_embedding_error',
    `While embedding documents for embedder \`${name}\`: user error: no vectors for the document ${JSON.stringify(missing[0]!.documentId)}${others}, and source \`userProvided\` makes none.${hint === '' ? ` To leave a document without vectors, set \`_vectors.${name}\` to \`null\`.` : hint}`,
  )
}
