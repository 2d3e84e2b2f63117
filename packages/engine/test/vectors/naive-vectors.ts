// What documents and their vectors are after a history of writes, as plainly as it can be said.

/** An entry of `_vectors` as users write it. */
export type NaiveEntry =
  | null
  | readonly number[]
  | readonly (readonly number[])[]
  | {
      readonly regenerate: boolean
      readonly embeddings?: null | readonly number[] | readonly (readonly number[])[]
    }

export interface NaiveWrite {
  readonly id: number
  readonly t?: string
  readonly n?: number
  readonly _vectors?: Readonly<Record<string, NaiveEntry>>
}

export interface NaiveState {
  readonly isUserProvided: boolean
  readonly regenerate: boolean
  readonly vectors: readonly (readonly number[])[]
  /** Nobody can make what is missing. */
  readonly isMissing: boolean
}

interface NaiveDocument {
  readonly fields: Readonly<Record<string, unknown>>
  /** Entries of unknown embedders, as they were written. */
  readonly stored: Readonly<Record<string, unknown>>
  readonly states: Readonly<Record<string, NaiveState>>
}

/** An embedder of the model; one without a template takes vectors from users only. */
export interface NaiveEmbedder {
  readonly dimensions: number
  readonly template: string | null
}

/** The vector that the test's embedder makes of a text. */
export function vectorOf(text: string): number[] {
  let hash = 7
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)!) % 1009
  return [1 + (hash % 17), 1 + (hash % 13)]
}

/** The index would refuse this. */
export class Refused extends Error {}

export class NaiveVectors {
  documents = new Map<number, NaiveDocument>()
  embedders = new Map<string, NaiveEmbedder>()

  /** Applies one batch of documents, or throws Refused and leaves everything as it is. */
  write(writes: readonly NaiveWrite[], mode: 'replace' | 'update'): void {
    const before = new Map(this.documents)
    try {
      for (const write of writes) this.#write(write, mode)
      this.#check()
    } catch (error) {
      this.documents = before
      throw error
    }
  }

  delete(ids: readonly number[]): void {
    for (const id of ids) this.documents.delete(id)
  }

  /** Adds, changes or, with null, removes an embedder, or throws Refused and leaves everything as it is. */
  setEmbedder(name: string, embedder: NaiveEmbedder | null): void {
    const [documents, embedders] = [this.documents, this.embedders]
    const old = embedders.get(name)
    this.embedders = new Map(embedders)
    if (embedder === null) this.embedders.delete(name)
    else this.embedders.set(name, embedder)
    try {
      this.documents = new Map(
        [...documents].map(([id, document]) => [id, this.#change(document, name, old, embedder)]),
      )
      this.#check()
    } catch (error) {
      this.documents = documents
      this.embedders = embedders
      throw error
    }
  }

  /** What `_vectors` of a document shows. */
  shown(id: number): Record<string, unknown> {
    const { stored, states } = this.documents.get(id)!
    const own = [...this.embedders.keys()].map((name) => {
      const { vectors, regenerate } = states[name]!
      return [name, { embeddings: vectors, regenerate }]
    })
    return { ...stored, ...(Object.fromEntries(own) as Record<string, unknown>) }
  }

  #write(write: NaiveWrite, mode: 'replace' | 'update'): void {
    const { id, _vectors: entries = {}, ...rest } = write
    const old = this.documents.get(id)
    const isMerged = mode === 'update' && old !== undefined
    const fields = isMerged ? { ...old.fields, ...rest } : { id, ...rest }
    const unknown = Object.entries(entries).filter(([name]) => !this.embedders.has(name))
    const stored = {
      ...(isMerged && old.stored),
      ...Object.fromEntries(unknown.map(([name, entry]) => [name, entry ?? []])),
    }
    const states: Record<string, NaiveState> = {}
    for (const [name, embedder] of this.embedders) {
      const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
      states[name] = nextState(embedder, entry, fields, old && { ...old, state: old.states[name]! })
    }
    this.documents.set(id, { fields, stored, states })
  }

  #change(
    document: NaiveDocument,
    name: string,
    old: NaiveEmbedder | undefined,
    embedder: NaiveEmbedder | null,
  ): NaiveDocument {
    const { fields } = document
    const { [name]: own, ...states } = document.states
    const { [name]: entry, ...stored } = document.stored
    if (embedder === null) {
      if (own === undefined || !own.isUserProvided)
        return { fields, stored: document.stored, states }
      const back = { embeddings: own.vectors, regenerate: false }
      return { fields, stored: { ...stored, [name]: back }, states }
    }
    if (old === undefined) {
      const state = nextState(embedder, entry as NaiveEntry | undefined, fields, undefined)
      return { fields, stored, states: { ...states, [name]: state } }
    }
    const isSame = old.template === embedder.template
    const state = isSame || !own!.regenerate ? own! : made(embedder, fields)
    return { ...document, states: { ...states, [name]: state } }
  }

  /** Throws when a vector is missing or of the wrong size. */
  #check(): void {
    for (const { states } of this.documents.values()) {
      for (const [name, { dimensions }] of this.embedders) {
        const { isMissing, vectors } = states[name]!
        if (isMissing) throw new Refused('missing')
        if (vectors.some((vector) => vector.length !== dimensions)) throw new Refused('size')
      }
    }
  }
}

function nextState(
  embedder: NaiveEmbedder,
  entry: NaiveEntry | undefined,
  fields: NaiveDocument['fields'],
  old: (NaiveDocument & { readonly state: NaiveState }) | undefined,
): NaiveState {
  const given = entry === undefined ? null : givenVectors(entry)
  const regenerate = isObject(entry) ? entry.regenerate : false
  if (given !== null) {
    return { isUserProvided: true, regenerate, vectors: given, isMissing: false }
  }
  const isWanted = entry === undefined || regenerate
  if (old === undefined) {
    const optedOut = { isUserProvided: false, regenerate: false, vectors: [], isMissing: false }
    return isWanted ? made(embedder, fields) : optedOut
  }
  const { state } = old
  if (!isWanted) return { ...state, regenerate: false }
  if (!state.regenerate) return entry === undefined ? state : made(embedder, fields)
  const isHeld = state.isUserProvided || (embedder.template === null && state.vectors.length > 0)
  const isSameText = embedder.template === null || fields['t'] === old.fields['t']
  return isHeld && isSameText ? state : made(embedder, fields)
}

function made({ template }: NaiveEmbedder, fields: NaiveDocument['fields']): NaiveState {
  const state = { isUserProvided: false, regenerate: true, vectors: [] }
  if (template === null) return { ...state, isMissing: true }
  if (fields['t'] === undefined) throw new Refused('the template asks for t')
  return { ...state, vectors: [vectorOf(template + String(fields['t']))], isMissing: false }
}

/** Null when the entry holds no vectors, not even none. */
function givenVectors(entry: NaiveEntry): readonly (readonly number[])[] | null {
  if (entry === null) return []
  const list = isObject(entry) ? (entry.embeddings ?? null) : entry
  if (list === null) return null
  return typeof list[0] === 'number'
    ? [list as readonly number[]]
    : (list as readonly (readonly number[])[])
}

function isObject(
  entry: NaiveEntry | undefined,
): entry is Extract<NaiveEntry, { regenerate: boolean }> {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
}
