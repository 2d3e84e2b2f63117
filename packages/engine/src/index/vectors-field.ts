// The `_vectors` field of a document: what it says of each embedder, and what of it stays in the stored text.

import { topLevelEntries } from '../bits/json-scan.ts'
import { InputError } from '../errors.ts'
import { VECTORS_PER_DOCUMENT_MAX } from '../limits.ts'

/** What a document says of one embedder. */
export interface VectorsEntry {
  /** Null when the entry holds none, which is not the same as an empty list. */
  readonly vectors: readonly Float32Array[] | null
  readonly regenerate: boolean
}

const FIELD = '_vectors'

/** The entries of a `_vectors` value by name; null counts as absent. Throws InputError about the first bad one. */
export function readVectorsField(
  value: unknown,
  documentId: string,
): ReadonlyMap<string, VectorsEntry> {
  const entries = new Map<string, VectorsEntry>()
  if (value === undefined || value === null) return entries
  if (!isObject(value)) {
    throw badType(documentId, FIELD, `must be an object of embedders, but is ${shown(value)}`)
  }
  for (const [name, entry] of Object.entries(value)) {
    entries.set(name, readEntry(entry, documentId, `.${FIELD}.${name}`))
  }
  return entries
}

/** The text to store: without the entries for which `isKept` is false, and without the field when none is left. */
export function keepVectors(json: string, isKept: (name: string) => boolean): string {
  return rewriteVectors(json, (entries) => {
    let isChanged = false
    for (const [name, text] of entries) {
      if (!isKept(name)) {
        entries.delete(name)
        isChanged = true
      } else if (text === 'null') {
        // an opted-out document is shown with an empty list
        entries.set(name, '[]')
        isChanged = true
      }
    }
    return isChanged
  })
}

/** The text with entries added, as JSON text by name; those of the same name are replaced. */
export function addVectors(json: string, added: ReadonlyMap<string, string>): string {
  if (added.size === 0) return json
  return rewriteVectors(json, (entries) => {
    for (const [name, text] of added) entries.set(name, text)
    return true
  })
}

/** The entries of the stored `_vectors` as JSON text, in order. */
export function storedVectors(json: string): ReadonlyMap<string, string> {
  // most documents have no such field, which is quickly seen
  if (!json.includes(FIELD)) return new Map()
  const field = topLevelEntries(json).findLast(({ key }) => key === FIELD)
  return field === undefined ? new Map() : memberTexts(json.slice(field.valueStart, field.valueEnd))
}

/** An entry as answers and stored documents show it. */
export function vectorsText(vectors: readonly Float32Array[], regenerate: boolean): string {
  const rows = vectors.map((vector) => `[${vector.join(',')}]`)
  return `{"embeddings":[${rows.join(',')}],"regenerate":${regenerate}}`
}

function rewriteVectors(json: string, change: (entries: Map<string, string>) => boolean): string {
  const members = topLevelEntries(json)
  const field = members.findLast(({ key }) => key === FIELD)
  const entries =
    field === undefined
      ? new Map<string, string>()
      : memberTexts(json.slice(field.valueStart, field.valueEnd))
  if (!change(entries)) return json
  const kept = members
    .filter(({ key }) => key !== FIELD)
    .map(({ keyStart, valueEnd }) => json.slice(keyStart, valueEnd))
  if (entries.size > 0) {
    const texts = [...entries].map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    kept.push(`"${FIELD}":{${texts.join(',')}}`)
  }
  return `{${kept.join(',')}}`
}

function memberTexts(text: string): Map<string, string> {
  if (text === 'null') return new Map()
  return new Map(
    topLevelEntries(text).map(({ key, valueStart, valueEnd }) => [
      key,
      text.slice(valueStart, valueEnd),
    ]),
  )
}

function readEntry(entry: unknown, documentId: string, path: string): VectorsEntry {
  if (entry === null) return { vectors: [], regenerate: false }
  if (Array.isArray(entry)) {
    return { vectors: readVectors(entry, documentId, path), regenerate: false }
  }
  if (!isObject(entry)) {
    const accepted = 'Accepted: null, an array, or an object with `regenerate` and `embeddings`'
    throw badType(documentId, path, `is ${kindOf(entry)} \`${shown(entry)}\`. ${accepted}`)
  }
  for (const key of Object.keys(entry)) {
    if (key === 'regenerate' || key === 'embeddings') continue
    const accepted = 'Accepted: `regenerate` and `embeddings`'
    throw badType(documentId, `${path}.${key}`, `is not a known member. ${accepted}`)
  }
  const { regenerate, embeddings } = entry
  if (regenerate === undefined) {
    throw badType(documentId, `${path}.regenerate`, 'is missing; it must be `true` or `false`')
  }
  if (typeof regenerate !== 'boolean') {
    const found = `is ${kindOf(regenerate)} \`${shown(regenerate)}\``
    throw badType(documentId, `${path}.regenerate`, `${found}; it must be \`true\` or \`false\``)
  }
  if (embeddings === undefined || embeddings === null) return { vectors: null, regenerate }
  const place = `${path}.embeddings`
  if (!Array.isArray(embeddings)) {
    const found = `is ${kindOf(embeddings)} \`${shown(embeddings)}\``
    throw badType(documentId, place, `${found}; it must be null or an array`)
  }
  return { vectors: readVectors(embeddings, documentId, place), regenerate }
}

/** The first element decides between one vector and a list of them. */
function readVectors(
  list: readonly unknown[],
  documentId: string,
  path: string,
): readonly Float32Array[] {
  if (list.length === 0) return []
  if (!Array.isArray(list[0])) return [readVector(list, documentId, path, 'a number or an array')]
  if (list.length > VECTORS_PER_DOCUMENT_MAX) {
    throw new InputError(
      'too_many_vectors',
      `The document ${JSON.stringify(documentId)} has ${list.length} vectors in \`${path}\`; at most ${VECTORS_PER_DOCUMENT_MAX} are kept per embedder.`,
    )
  }
  return list.map((item, i) => {
    if (Array.isArray(item)) return readVector(item, documentId, `${path}[${i}]`, 'a number')
    throw badElement(documentId, `${path}[${i}]`, 'an array', item)
  })
}

function readVector(
  list: readonly unknown[],
  documentId: string,
  path: string,
  expectedFirst: string,
): Float32Array {
  const vector = new Float32Array(list.length)
  for (let i = 0; i < list.length; i++) {
    const item = list[i]
    if (typeof item !== 'number') {
      throw badElement(documentId, `${path}[${i}]`, i === 0 ? expectedFirst : 'a number', item)
    }
    vector[i] = item
  }
  return vector
}

function badElement(
  documentId: string,
  path: string,
  expected: string,
  found: unknown,
): InputError {
  return badType(
    documentId,
    path,
    `must be ${expected}, but is ${kindOf(found)} \`${shown(found)}\``,
  )
}

function badType(documentId: string, path: string, problem: string): InputError {
  return new InputError(
    'invalid_vectors_type',
    `Bad vectors in the document ${JSON.stringify(documentId)}: \`${path}\` ${problem}.`,
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const SHOWN_MAX = 60

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}
