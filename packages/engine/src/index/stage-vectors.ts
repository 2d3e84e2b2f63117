// What a write does to the vectors of one document and one embedder, before anything is embedded.

import type { EmbedInput } from '../embed/embedder.ts'
import type { DocumentVectors } from '../segment/vectors/document-vectors.ts'
import type { DocumentInputs, InputDocument } from './document-inputs.ts'
import type { VectorsEntry } from './vectors-field.ts'

/** Vectors of a document in the making. */
export interface StagedVectors extends DocumentVectors {
  /** Inputs whose vectors are still to be made, by slot. */
  readonly pending: ReadonlyMap<number, EmbedInput>
  /** The user gave them just now: their sizes are yet to be checked. */
  readonly isGiven: boolean
  /** Nobody can make vectors, and the user gave none. */
  readonly isMissing: boolean
}

/** A document as it was before the write. */
export interface OldDocument {
  readonly vectors: StagedVectors
  /** Read when it matters. */
  readonly document: () => InputDocument
}

/** Decides what becomes of a document's vectors. `inputs` is null when only the user can give vectors. */
export function stageVectors(
  entry: VectorsEntry | undefined,
  old: OldDocument | null,
  document: InputDocument,
  inputs: DocumentInputs | null,
): StagedVectors {
  if (entry !== undefined && entry.vectors !== null) return given(entry.vectors, entry.regenerate)
  const isWanted = entry === undefined || entry.regenerate
  if (old === null) return isWanted ? toMake(inputs, document) : OPTED_OUT
  if (!isWanted) return { ...old.vectors, mustRegenerate: false }
  if (old.vectors.mustRegenerate) return remake(old, document, inputs)
  return entry === undefined ? old.vectors : toMake(inputs, document)
}

/** Vectors that are kept as they are. */
export function kept(vectors: DocumentVectors): StagedVectors {
  return { ...vectors, pending: NOTHING, isGiven: false, isMissing: false }
}

/** Every vector is made anew. */
export function toMake(inputs: DocumentInputs | null, document: InputDocument): StagedVectors {
  return {
    isUserProvided: false,
    mustRegenerate: true,
    slots: [],
    vectors: [],
    pending: inputs?.render(document) ?? NOTHING,
    isGiven: false,
    isMissing: inputs === null,
  }
}

/** Only the vectors whose input is not what it was are made anew. */
export function remake(
  old: OldDocument,
  document: InputDocument,
  inputs: DocumentInputs | null,
  oldInputs: DocumentInputs | null = inputs,
): StagedVectors {
  const { vectors } = old
  if (inputs === null) {
    return vectors.isUserProvided || vectors.vectors.length > 0 ? vectors : toMake(null, document)
  }
  const now = inputs.render(document)
  const before = oldInputs === null ? NOTHING : tryRender(oldInputs, old.document)
  const isSame = (slot: number): boolean => textOf(now.get(slot)) === textOf(before.get(slot))
  if (vectors.isUserProvided) {
    const isUnchanged = before.size === now.size && [...now.keys()].every(isSame)
    return isUnchanged && now.size > 0 ? vectors : toMake(inputs, document)
  }
  const slots: number[] = []
  const keptVectors: Float32Array[] = []
  for (const [i, slot] of vectors.slots.entries()) {
    if (!now.has(slot) || !isSame(slot)) continue
    slots.push(slot)
    keptVectors.push(vectors.vectors[i]!)
  }
  const done = new Set(slots)
  const pending = new Map([...now].filter(([slot]) => !done.has(slot)))
  return { ...kept(vectors), slots, vectors: keptVectors, pending }
}

const NOTHING: ReadonlyMap<number, EmbedInput> = new Map()

const OPTED_OUT: StagedVectors = {
  isUserProvided: false,
  mustRegenerate: false,
  slots: [],
  vectors: [],
  pending: NOTHING,
  isGiven: false,
  isMissing: false,
}

function given(vectors: readonly Float32Array[], regenerate: boolean): StagedVectors {
  return {
    isUserProvided: true,
    mustRegenerate: regenerate,
    slots: vectors.map((_, slot) => slot),
    vectors,
    pending: NOTHING,
    isGiven: true,
    isMissing: false,
  }
}

/** A document that cannot be rendered any more has nothing in common with what it is now. */
function tryRender(
  inputs: DocumentInputs,
  document: () => InputDocument,
): ReadonlyMap<number, EmbedInput> {
  try {
    return inputs.render(document())
  } catch {
    return NOTHING
  }
}

function textOf(input: EmbedInput | undefined): string | null {
  return input === undefined ? null : JSON.stringify(input)
}
