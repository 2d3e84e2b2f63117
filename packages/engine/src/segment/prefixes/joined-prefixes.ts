import { BoundedMemory } from '../../bits/bounded-memory.ts'
import { FieldSetTable } from '../postings/field-sets.ts'
import type { PostingsReader } from '../postings/reader.ts'
import { DocMarks } from './doc-marks.ts'
import type { TermRange } from './prefix-ranges.ts'

/** Remembered per segment. */
const MEMORY_BYTES = 16 << 20
const DOC_BYTES = 8
const OVERHEAD_BYTES = 300
/** Terms that are read between two looks at the clock. */
const TERMS_PER_CHECK = 256

/** The documents of a prefix and the fields in which they have it. Never to be changed: shared. */
export interface JoinedPrefix {
  readonly docs: Uint32Array
  /** Numbers of `JoinedPrefixes.fieldSets`. */
  readonly fieldSets: Uint32Array
}

/** Unions of prefixes that are made when they are asked for. */
export class JoinedPrefixes {
  readonly #postings: PostingsReader
  readonly #docCount: number
  readonly #table = new FieldSetTable()
  readonly #known = new BoundedMemory<string, JoinedPrefix>(MEMORY_BYTES)

  constructor(postings: PostingsReader, docCount: number) {
    this.#postings = postings
    this.#docCount = docCount
  }

  /** Those that were met so far. */
  get fieldSets(): readonly Uint16Array[] {
    return this.#table.sets
  }

  /** Joins the lists of a range of terms; `check` may throw to end that. */
  join(range: TermRange, check: () => void): JoinedPrefix {
    const key = `${range.from} ${range.to}`
    let joined = this.#known.get(key)
    if (joined === undefined) {
      joined = this.#join(range, check)
      this.#known.set(key, joined, joined.docs.length * DOC_BYTES + OVERHEAD_BYTES)
    }
    return joined
  }

  #join({ from, to }: TermRange, check: () => void): JoinedPrefix {
    const postings = this.#postings
    const marks = new DocMarks(this.#docCount, postings.fieldSets, this.#table)
    let docs = new Uint32Array(64)
    let fieldSets = new Uint32Array(64)
    let total = 0
    for (let ordinal = from; ordinal < to; ordinal++) {
      if ((ordinal - from) % TERMS_PER_CHECK === 0) check()
      const count = postings.docCount(ordinal)
      if (count > docs.length) {
        docs = new Uint32Array(count * 2)
        fieldSets = new Uint32Array(count * 2)
      }
      const setsAt = postings.readDocs(ordinal, 0, docs, 0)
      postings.readFieldSets(setsAt, count, null, fieldSets, 0)
      marks.add(docs, fieldSets, count)
      total += count
    }
    docs = new Uint32Array(Math.min(total, this.#docCount))
    fieldSets = new Uint32Array(docs.length)
    const count = marks.drain(docs, fieldSets)
    return { docs: docs.slice(0, count), fieldSets: fieldSets.slice(0, count) }
  }
}
