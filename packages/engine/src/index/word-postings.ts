import type { PostingsReader } from '../segment/postings/reader.ts'
import type { Postings } from './searcher.ts'

/** Where one segment has a word. */
export interface WordPart {
  readonly lists: PostingsReader
  readonly ordinal: number
  readonly count: number
  /** Slot of the segment's first document. */
  readonly base: number
  /** The segment's field set numbers → those of the searcher; null where they are the same. */
  readonly translation: Uint32Array | null
}

/** One word's lists of all segments as one. Most searches only ask for the documents: the rest is decoded on demand. */
export class WordPostings implements Postings {
  readonly count: number
  readonly docs: Uint32Array
  readonly #parts: readonly WordPart[]
  /** Per part: what the rest of its list is read by. */
  readonly #setsAt: number[] = []
  #fieldSets: Uint32Array | null = null
  #positionRefs: Uint32Array | null = null

  constructor(parts: readonly WordPart[]) {
    this.#parts = parts
    this.count = parts.reduce((sum, part) => sum + part.count, 0)
    this.docs = new Uint32Array(this.count)
    let at = 0
    for (const { lists, ordinal, count, base } of parts) {
      this.#setsAt.push(lists.readDocs(ordinal, base, this.docs, at))
      at += count
    }
  }

  get fieldSets(): Uint32Array {
    if (this.#fieldSets === null) {
      this.#fieldSets = new Uint32Array(this.count)
      let at = 0
      for (const [i, { lists, count, translation }] of this.#parts.entries()) {
        lists.readFieldSets(this.#setsAt[i]!, count, translation, this.#fieldSets, at)
        at += count
      }
    }
    return this.#fieldSets
  }

  get positionRefs(): Uint32Array {
    if (this.#positionRefs === null) {
      this.#positionRefs = new Uint32Array(this.count)
      let at = 0
      for (const [i, { lists, count }] of this.#parts.entries()) {
        lists.readPositionRefs(this.#setsAt[i]!, count, this.#positionRefs, at)
        at += count
      }
    }
    return this.#positionRefs
  }
}
