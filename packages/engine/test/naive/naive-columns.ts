// Columns over plain documents, built the slow and obvious way: the oracle's side of tests of filters, facets and sort.

import { DocSet } from '../../src/bits/doc-set.ts'
import type { ColumnPart, ColumnView } from '../../src/index/column-view.ts'
import { rankStrings } from '../../src/index/columns-over-segments.ts'
import type { FieldTable } from '../../src/index/field-table.ts'
import type { Searcher } from '../../src/index/searcher.ts'
import { DEFAULT_SETTINGS } from '../../src/settings/settings-table.ts'
import type { Settings } from '../../src/settings/settings-table.ts'
import { normalizeFacetString } from '../../src/text/facet-string.ts'
import { compareWords } from '../../src/bits/word-order.ts'

/** A document as JSON. */
export type NaiveDocument = Readonly<Record<string, unknown>>

/** What one document has at one path. */
export interface NaiveField {
  /** Distinct, -0 and 0 apart. */
  readonly numbers: number[]
  /** Normalized string → first original spelling. */
  readonly strings: Map<string, string>
  isNull: boolean
  isEmpty: boolean
}

/** Every path of the document with what it has there. */
export function flattenDocument(document: NaiveDocument): Map<string, NaiveField> {
  const fields = new Map<string, NaiveField>()
  const visitObject = (object: object, prefix: string): void => {
    for (const [key, value] of Object.entries(object)) visit(value, prefix + key, true)
  }
  const visit = (value: unknown, path: string, isDirect: boolean): void => {
    let field = fields.get(path)
    if (field === undefined) {
      field = { numbers: [], strings: new Map(), isNull: false, isEmpty: false }
      fields.set(path, field)
      // a literal dotted key is below its parents too
      for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
        const parent = path.slice(0, dot)
        if (!fields.has(parent)) {
          fields.set(parent, {
            numbers: [],
            strings: new Map(),
            isNull: false,
            isEmpty: false,
          })
        }
      }
    }
    const addString = (text: string): void => {
      const normalized = normalizeFacetString(text)
      if (!field.strings.has(normalized)) field.strings.set(normalized, text)
    }
    if (value === null) field.isNull ||= isDirect
    else if (typeof value === 'number') {
      if (!field.numbers.some((one) => Object.is(one, value))) field.numbers.push(value)
    } else if (typeof value === 'boolean') addString(String(value))
    else if (typeof value === 'string') {
      if (value !== '') addString(value)
      else field.isEmpty ||= isDirect
    } else if (Array.isArray(value)) {
      if (value.length === 0) field.isEmpty ||= isDirect
      for (const element of value as unknown[]) visit(element, path, false)
    } else if (typeof value === 'object') {
      if (Object.keys(value).length === 0) field.isEmpty ||= isDirect
      visitObject(value, `${path}.`)
    }
  }
  visitObject(document, '')
  return fields
}

export interface NaiveColumnOptions {
  readonly settings?: Partial<Settings>
  /** Documents per segment, in order; one segment when absent. Documents past the sum are in a last segment. */
  readonly partSizes?: readonly number[]
  /** Slots that are deleted. */
  readonly dead?: readonly number[]
  /** Document number of each slot; the slot itself when absent. */
  readonly numbers?: readonly number[]
  /** Paths known from documents that are gone. */
  readonly knownPaths?: readonly string[]
}

/** The part of a searcher that reads columns and stored documents. */
export type NaiveColumnSearcher = Pick<
  Searcher,
  | 'settings'
  | 'live'
  | 'slotCount'
  | 'documentCount'
  | 'fields'
  | 'column'
  | 'documentBytes'
  | 'documentNumber'
>

/** A searcher over documents in memory; slot i is documents[i]. */
export function naiveColumnSearcher(
  documents: readonly NaiveDocument[],
  options: NaiveColumnOptions = {},
): NaiveColumnSearcher {
  const flattened = documents.map(flattenDocument)
  const paths = new Set(options.knownPaths)
  for (const fields of flattened) for (const path of fields.keys()) paths.add(path)
  const columns = new Map<string, ColumnView>()
  for (const path of paths) columns.set(path, buildColumn(path, flattened, options.partSizes ?? []))
  const dead = new Set(options.dead)
  const live = documents.map((_, slot) => slot).filter((slot) => !dead.has(slot))
  return {
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
    live: DocSet.fromSorted(Uint32Array.from(live)),
    slotCount: documents.length,
    documentCount: live.length,
    fields: fieldTable([...paths]),
    column: (path) => {
      const column = columns.get(path)
      return column === undefined || options.knownPaths?.includes(path) === true ? null : column
    },
    documentBytes: (slot) => new TextEncoder().encode(JSON.stringify(documents[slot])),
    documentNumber: (slot) => options.numbers?.[slot] ?? slot,
  }
}

/** The same where a whole searcher is asked for by something that reads columns only. */
export function asSearcher(searcher: NaiveColumnSearcher): Searcher {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is missing fails loudly when it is read
  return searcher as Searcher
}

type Flattened = readonly ReadonlyMap<string, NaiveField>[]

function buildColumn(path: string, all: Flattened, partSizes: readonly number[]): ColumnView {
  const parts: ColumnPart[] = []
  let base = 0
  for (const size of [...partSizes, all.length]) {
    const part = all.slice(base, base + size)
    if (part.length > 0) parts.push(buildPart(path, part, base))
    base += part.length
  }
  const slots = (test: (field: NaiveField) => boolean): DocSet => {
    const found = all.flatMap((fields, slot) => {
      const field = fields.get(path)
      return field !== undefined && test(field) ? [slot] : []
    })
    return DocSet.fromSorted(Uint32Array.from(found))
  }
  return {
    path,
    parts,
    stringRanks: rankStrings(parts),
    exists: slots(() => true),
    isNull: slots((field) => field.isNull),
    isEmpty: slots((field) => field.isEmpty),
  }
}

function buildPart(path: string, documents: Flattened, base: number): ColumnPart {
  const at = documents.map((fields) => fields.get(path))
  const numbers = [...new Set(at.flatMap((field) => (field?.numbers ?? []).map(numberKey)))]
    .map(Number)
    .toSorted((a, b) => a - b || (Object.is(a, -0) ? -1 : Object.is(b, -0) ? 1 : 0))
  const strings = [...new Set(at.flatMap((field) => [...(field?.strings.keys() ?? [])]))].toSorted(
    compareWords,
  )
  const numberDocs = numbers.map((value) => docsWhere(at, (field) => hasNumber(field, value)))
  const stringDocs = strings.map((value) => docsWhere(at, (field) => field.strings.has(value)))
  const entries = at.map((field) => [
    ...numbers.flatMap((value, ordinal) => (hasNumber(field, value) ? [ordinal] : [])),
    ...strings.flatMap((value, ordinal) =>
      field?.strings.has(value) === true ? [numbers.length + ordinal] : [],
    ),
  ])
  const texts = strings.map((value) => [...new TextEncoder().encode(value)])
  return {
    base,
    docCount: documents.length,
    numbers: Float64Array.from(numbers),
    numberStarts: startsOf(numberDocs),
    numberDocs: Uint32Array.from(numberDocs.flat()),
    stringCount: strings.length,
    string: (ordinal) => strings[ordinal]!,
    // never sure: whoever asks reads a document
    isSpelledOneWay: () => false,
    stringDisplay: (ordinal) => at[stringDocs[ordinal]![0]!]!.strings.get(strings[ordinal]!)!,
    findString: (value) => {
      const below = strings.filter((one) => compareWords(one, value) < 0).length
      return strings[below] === value ? below : -1 - below
    },
    stringStarts: startsOf(stringDocs),
    stringDocs: Uint32Array.from(stringDocs.flat()),
    entryStarts: startsOf(entries),
    entries: Uint32Array.from(entries.flat()),
    isSingleValued: entries.every((list) => list.length === 1),
    text: Uint8Array.from(texts.flat()),
    textStarts: startsOf(texts),
    display: new Uint8Array(0),
    displayStarts: new Uint32Array(strings.length + 1),
  }
}

function hasNumber(field: NaiveField | undefined, value: number): boolean {
  return field?.numbers.some((one) => Object.is(one, value)) === true
}

// a Set takes -0 for 0
function numberKey(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

function docsWhere(
  fields: readonly (NaiveField | undefined)[],
  test: (field: NaiveField) => boolean,
): number[] {
  return fields.flatMap((field, doc) => (field !== undefined && test(field) ? [doc] : []))
}

function startsOf(lists: readonly (readonly number[])[]): Uint32Array {
  const starts = new Uint32Array(lists.length + 1)
  for (const [i, list] of lists.entries()) starts[i + 1] = starts[i]! + list.length
  return starts
}

function fieldTable(paths: readonly string[]): FieldTable {
  return {
    count: paths.length,
    path: (fieldId) => paths[fieldId]!,
    id: (path) => paths.indexOf(path),
    weight: () => 0,
    weightMax: null,
    isExact: () => false,
  }
}
