// The fields of an index as documents are walked: a node per path, found by key from its parent without building the
// path again, and carrying the field's state inside the document at hand.

import { InputError } from '../errors.ts'
import { FIELDS_MAX } from '../limits.ts'
import type { ColumnBuilder } from './columns/writer.ts'
import type { DocumentSchema } from './document-schema.ts'

/** Paths known to an index; a field's id is its place in this list. Only grows. */
export class FieldRegistry {
  readonly #paths: string[]
  readonly #ids: Map<string, number>

  constructor(paths: readonly string[] = []) {
    this.#paths = [...paths]
    this.#ids = new Map(paths.map((path, id) => [path, id]))
  }

  get paths(): readonly string[] {
    return this.#paths
  }

  find(path: string): number {
    return this.#ids.get(path) ?? -1
  }

  idOf(path: string): number {
    const known = this.#ids.get(path)
    if (known !== undefined) return known
    if (this.#paths.length >= FIELDS_MAX) {
      throw new InputError(
        'max_fields_limit_exceeded',
        `The field ${shorten(path)} is one too many: an index can hold ${FIELDS_MAX} distinct fields.`,
      )
    }
    const id = this.#paths.length
    this.#paths.push(path)
    this.#ids.set(path, id)
    return id
  }

  /** Makes the paths known that walking the document would; see SegmentBuilder. `hasGeo`: `_geo` is a point. */
  addPathsOf(
    document: Readonly<Record<string, unknown>>,
    { hasGeo }: { readonly hasGeo: boolean },
  ): void {
    for (const [key, value] of Object.entries(document)) {
      if (key === '_vectors') continue
      this.idOf(key)
      if (key !== '_geo' || !hasGeo) this.#addPathsBelow(key, value)
    }
  }

  #addPathsBelow(path: string, value: unknown): void {
    if (value === null || typeof value !== 'object') return
    if (Array.isArray(value)) {
      for (const item of value) this.#addPathsBelow(path, item)
      return
    }
    for (const [key, member] of Object.entries(value)) {
      this.idOf(`${path}.${key}`)
      this.#addPathsBelow(`${path}.${key}`, member)
    }
  }
}

export interface FieldNode {
  readonly path: string
  readonly children: Map<string, FieldNode>
  readonly fieldId: number
  readonly isSearchable: boolean
  readonly locales: readonly string[] | undefined
  readonly column: ColumnBuilder | null
  /** State inside the document numbered `docStamp`; stale for any other. */
  docStamp: number
  lastPosition: number
  wordCount: number
}

/** Makes nodes on first sight. One tree serves one segment builder. */
export class FieldTree {
  readonly root: FieldNode
  readonly #byPath = new Map<string, FieldNode>()
  readonly #schema: DocumentSchema
  readonly #fields: FieldRegistry
  readonly #columnFor: (path: string) => ColumnBuilder

  constructor(
    schema: DocumentSchema,
    fields: FieldRegistry,
    columnFor: (path: string) => ColumnBuilder,
  ) {
    this.#schema = schema
    this.#fields = fields
    this.#columnFor = columnFor
    this.root = this.#make('', false)
  }

  /** The field of `key` under `parent`. A key with dots is the same field as the nested path. */
  child(parent: FieldNode, key: string): FieldNode {
    const known = parent.children.get(key)
    if (known !== undefined) return known
    const path = parent === this.root ? key : `${parent.path}.${key}`
    let node = this.#byPath.get(path)
    if (node === undefined) {
      node = this.#make(path, true)
      this.#byPath.set(path, node)
    }
    parent.children.set(key, node)
    return node
  }

  #make(path: string, isField: boolean): FieldNode {
    const isSearchable = isField && this.#schema.isSearchable(path)
    return {
      path,
      children: new Map(),
      // every path that is met gets an id, searchable or not: answers select fields by what the index knows
      fieldId: isField ? this.#fields.idOf(path) : -1,
      isSearchable,
      locales: isSearchable ? this.#schema.locales(path) : undefined,
      column: isField && this.#schema.hasColumn(path) ? this.#columnFor(path) : null,
      docStamp: -1,
      lastPosition: 0,
      wordCount: 0,
    }
  }
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
