import type { PostingsReader } from '../segment/postings/reader.ts'
import type { Postings } from './searcher.ts'

/** Where one segment has a word. */
export interface WordPart {
  readonly segmentIndex: number
  readonly lists: PostingsReader
  readonly ordinal: number
  readonly count: number
  /** Slot of the segment's first document. */
  readonly base: number
  /** The segment's field set numbers → those of the searcher; null where they are the same. */
  readonly translation: Uint32Array | null
}

/** Scanning the words of a document takes as long as decoding so many references. */
const SCAN_RATIO = 64

/** One word's lists of all segments as one. Most searches only ask for the documents: the rest is decoded on demand. */
export class WordPostings implements Postings {
  readonly count: number
  readonly docs: Uint32Array
  readonly #parts: readonly WordPart[]
  readonly #onDecoded: (bytes: number) => void
  /** Per part: what the rest of its list is read by. */
  readonly #setsAt: number[] = []
  #fieldSets: Uint32Array | null = null
  #positionRefs: Uint32Array | null = null
  /** Postings whose positions were asked for. */
  #asked = 0

  /** `onDecoded` is told of bytes that it takes from then on. */
  constructor(parts: readonly WordPart[], onDecoded: (bytes: number) => void) {
    this.#parts = parts
    this.#onDecoded = onDecoded
    this.count = parts.reduce((sum, part) => sum + part.count, 0)
    this.docs = new Uint32Array(this.count)
    let at = 0
    for (const { lists, ordinal, count, base } of parts) {
      this.#setsAt.push(lists.readDocs(ordinal, base, this.docs, at))
      at += count
    }
  }

  /**
   * The ordinal of the word in a segment as long as positions are better read from the words of the document: references to
   * positions can only be had for the whole list. -1 from then on.
   */
  ordinalToScan(segmentIndex: number): number {
    if (this.#positionRefs !== null || ++this.#asked * SCAN_RATIO > this.count) return -1
    for (const part of this.#parts) {
      if (part.segmentIndex === segmentIndex) return part.ordinal
    }
    return -1
  }

  get fieldSets(): Uint32Array {
    if (this.#fieldSets === null) {
      this.#fieldSets = new Uint32Array(this.count)
      this.#onDecoded(this.#fieldSets.byteLength)
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
      this.#onDecoded(this.#positionRefs.byteLength)
      let at = 0
      for (const [i, { lists, count }] of this.#parts.entries()) {
        lists.readPositionRefs(this.#setsAt[i]!, count, this.#positionRefs, at)
        at += count
      }
    }
    return this.#positionRefs
  }
}
