import { FieldSetUnions } from '../postings/field-set-unions.ts'
import type { FieldSetTable } from '../postings/field-sets.ts'

/** Documents that are looked at or passed over together: a power of two. */
const BLOCK_BITS = 8
/** Fields that fit into the bits of a mark. */
const MASK_FIELDS_MAX = 31
/** Marks of bits below this have their sets in an array. */
const LOW_MASKS = 1 << 12

/** Joins lists of documents: per document the fields of all lists that it is in. */
export class DocMarks {
  /**
   * What is known of a document, 0 for those of no list: a bit for each field, or one more than the number of a set where
   * there are too many fields for that.
   */
  readonly #marks: Uint32Array
  /** Per block of documents: 1 when one of them is in a list. */
  readonly #blocks: Uint8Array
  /** Per field set of the lists: its mark. */
  readonly #marksOfSets: Uint32Array
  readonly #table: FieldSetTable
  /** The field of each bit; null where marks are numbers of sets. */
  readonly #fields: readonly number[] | null
  readonly #unions: FieldSetUnions
  /** One more than the set of a mark, 0 while it is unknown. */
  readonly #lowSets = new Uint32Array(LOW_MASKS)
  readonly #highSets = new Map<number, number>()

  /** Lists name their field sets by their places in `fieldSets`; the result names them by numbers of `table`. */
  constructor(docCount: number, fieldSets: readonly Uint16Array[], table: FieldSetTable) {
    this.#marks = new Uint32Array(docCount)
    this.#blocks = new Uint8Array((docCount >>> BLOCK_BITS) + 1)
    this.#table = table
    this.#unions = new FieldSetUnions(table)
    this.#fields = fieldsOf(fieldSets)
    const bits = new Map(this.#fields?.map((field, bit) => [field, 1 << bit]))
    this.#marksOfSets = Uint32Array.from(fieldSets, (set) =>
      this.#fields === null
        ? table.intern(set, set.length) + 1
        : set.reduce((mark, field) => mark | bits.get(field)!, 0),
    )
  }

  /** Adds the first `count` documents of a list. */
  add(docs: Uint32Array, fieldSets: Uint32Array, count: number): void {
    if (this.#fields === null) {
      this.#addNumbers(docs, fieldSets, count)
      return
    }
    const marks = this.#marks
    const blocks = this.#blocks
    const marksOfSets = this.#marksOfSets
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!
      marks[doc] = marks[doc]! | marksOfSets[fieldSets[i]!]!
      blocks[doc >>> BLOCK_BITS] = 1
    }
  }

  /** Writes all documents, ascending, and their field sets, and forgets them; returns their count. Needs room for all. */
  drain(docs: Uint32Array, fieldSets: Uint32Array): number {
    const marks = this.#marks
    const blocks = this.#blocks
    const lowSets = this.#lowSets
    let count = 0
    for (let block = 0; block < blocks.length; block++) {
      if (blocks[block] === 0) continue
      blocks[block] = 0
      const end = Math.min((block + 1) << BLOCK_BITS, marks.length)
      for (let doc = block << BLOCK_BITS; doc < end; doc++) {
        const mark = marks[doc]!
        if (mark === 0) continue
        const low = mark < LOW_MASKS ? lowSets[mark]! : 0
        docs[count] = doc
        fieldSets[count++] = low === 0 ? this.#setOf(mark) : low - 1
        marks[doc] = 0
      }
    }
    return count
  }

  #addNumbers(docs: Uint32Array, fieldSets: Uint32Array, count: number): void {
    const marks = this.#marks
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!
      const mark = this.#marksOfSets[fieldSets[i]!]!
      const before = marks[doc]!
      marks[doc] = before === 0 ? mark : this.#unions.union(before - 1, mark - 1) + 1
      this.#blocks[doc >>> BLOCK_BITS] = 1
    }
  }

  #setOf(mark: number): number {
    let set = this.#highSets.get(mark)
    if (set === undefined) {
      const inMark = this.#fields?.filter((_, bit) => (mark & (1 << bit)) !== 0)
      set = inMark === undefined ? mark - 1 : this.#table.intern(inMark, inMark.length)
      this.#highSets.set(mark, set)
      if (mark < LOW_MASKS) this.#lowSets[mark] = set + 1
    }
    return set
  }
}

/** All fields of the sets, ascending; null when they are too many. */
function fieldsOf(fieldSets: readonly Uint16Array[]): number[] | null {
  const fields = new Set<number>()
  for (const set of fieldSets) {
    for (const field of set) fields.add(field)
    if (fields.size > MASK_FIELDS_MAX) return null
  }
  return [...fields].sort((a, b) => a - b)
}
