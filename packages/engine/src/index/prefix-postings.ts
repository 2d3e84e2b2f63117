import type { JoinedPrefix } from '../segment/prefixes/joined-prefixes.ts'
import type { PrefixesReader } from '../segment/prefixes/reader.ts'
import type { TermRange } from '../segment/prefixes/prefix-ranges.ts'
import type { Postings } from './searcher.ts'

const NO_REFERENCES = new Uint32Array(0)

/** The documents of a prefix in one segment, doc ids ascending. */
export interface PrefixPart {
  readonly count: number
  readDocs(out: Uint32Array, at: number): void
  readFieldSets(out: Uint32Array, at: number): void
}

/**
 * All words with one prefix as one list. Positions are those of a document's words in the ranges: no posting refers to
 * them.
 */
export class PrefixPostings implements Postings {
  readonly count: number
  readonly docs: Uint32Array
  readonly positionRefs: Uint32Array = NO_REFERENCES
  /** The terms of the prefix in each segment. */
  readonly ranges: readonly TermRange[]
  readonly #parts: readonly PrefixPart[]
  #fieldSets: Uint32Array | null = null

  constructor(ranges: readonly TermRange[], parts: readonly PrefixPart[]) {
    this.ranges = ranges
    this.#parts = parts
    this.count = parts.reduce((sum, part) => sum + part.count, 0)
    this.docs = new Uint32Array(this.count)
    let at = 0
    for (const part of parts) {
      part.readDocs(this.docs, at)
      at += part.count
    }
  }

  get fieldSets(): Uint32Array {
    if (this.#fieldSets === null) {
      this.#fieldSets = new Uint32Array(this.count)
      let at = 0
      for (const part of this.#parts) {
        part.readFieldSets(this.#fieldSets, at)
        at += part.count
      }
    }
    return this.#fieldSets
  }
}

/** A union that the segment has; null when it was not made. */
export function storedPart(
  prefixes: PrefixesReader,
  { from, to }: TermRange,
  base: number,
  translation: Uint32Array | null,
): PrefixPart | null {
  const list = prefixes.find(from, to)
  if (list === null) return null
  const { count } = list
  let setsAt = 0
  return {
    count,
    readDocs(out, at) {
      setsAt = prefixes.readDocs(list, base, out, at)
    },
    readFieldSets: (out, at) => prefixes.readFieldSets(setsAt, count, translation, out, at),
  }
}

/** A union made now, or lately. */
export function joinedPart(
  { docs, fieldSets }: JoinedPrefix,
  base: number,
  translation: Uint32Array,
): PrefixPart {
  const count = docs.length
  return {
    count,
    readDocs(out, at) {
      for (let i = 0; i < count; i++) out[at + i] = base + docs[i]!
    },
    readFieldSets(out, at) {
      for (let i = 0; i < count; i++) out[at + i] = translation[fieldSets[i]!]!
    },
  }
}
