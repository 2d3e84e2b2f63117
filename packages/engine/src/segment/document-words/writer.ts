import { Uint32List } from '../../bits/uint32-list.ts'
import type { PostingsReader } from '../postings/reader.ts'
import type { SegmentFileWriter } from '../segment-file.ts'
import {
  AHEAD,
  DOCUMENT_WORD_CODES,
  DOCUMENT_WORD_STARTS,
  DOCUMENT_WORD_TERMS,
  ELSEWHERE,
  FOLLOWING,
  RARE_RANK,
} from './layout.ts'

/** A rare word in another field. */
const WORD_CODES_MAX = 6
/** What ordinary text takes; room that is not used costs nothing. */
const CODES_PER_WORD = 1.5
const LENGTH_MAX = 0xffff
/** Terms in more documents than this are equally frequent. */
const FREQUENCY_MAX = 0xffff

/** Takes the words of one document after the other. */
export class DocumentWordsWriter {
  /** Ordinals by rank, and ranks by ordinal. */
  readonly #terms: Uint32Array
  readonly #ranks: Uint32Array
  readonly #starts = new Uint32List(1024)
  #codes: Uint16Array
  #length = 0

  /** The lists of the segment that the words are in, and about how many words there will be. */
  constructor(postings: PostingsReader, wordCount: number) {
    this.#codes = new Uint16Array(Math.ceil(wordCount * CODES_PER_WORD) + 1024)
    this.#terms = byFrequency(postings)
    this.#ranks = new Uint32Array(this.#terms.length)
    for (let rank = 0; rank < this.#terms.length; rank++) this.#ranks[this.#terms[rank]!] = rank
    this.#starts.push(0)
  }

  /** What `add` wants to know of words that are given by other numbers than their ordinals here. */
  ranksOf(ordinals: Uint32Array): Uint32Array {
    return ordinals.map((ordinal) => this.#ranks[ordinal]!)
  }

  /**
   * Adds the next document: entries `from … to` of `words`, two for each word: a number that `ranks` translates, and the
   * place.
   */
  add(words: Uint32Array, from: number, to: number, ranks: Uint32Array): void {
    const start = this.#length
    this.#reserve(((to - from) >>> 1) * WORD_CODES_MAX)
    if (!this.#encode(words, from, to, ranks)) {
      this.#length = start
      const sorted = inOrder(words, from, to)
      this.#encode(sorted, 0, sorted.length, ranks)
    }
    this.#starts.push(this.#length)
  }

  writeTo(file: SegmentFileWriter): void {
    file.add(DOCUMENT_WORD_STARTS, this.#starts.finish())
    file.add(DOCUMENT_WORD_CODES, this.#codes.subarray(0, this.#length))
    file.add(DOCUMENT_WORD_TERMS, this.#terms)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#codes.length) return
    const grown = new Uint16Array(needed * 2)
    grown.set(this.#codes.subarray(0, this.#length))
    this.#codes = grown
  }

  /** Gives up at a place below the one before. */
  #encode(words: Uint32Array, from: number, to: number, ranks: Uint32Array): boolean {
    const codes = this.#codes
    let at = this.#length
    let field = -1
    let previous = -1
    let lengthAt = -1
    for (let i = from; i < to; i += 2) {
      const rank = ranks[words[i]!]!
      const place = words[i + 1]!
      const ownField = place >>> 16
      const kind = ownField !== field ? ELSEWHERE : place === previous + 1 ? FOLLOWING : AHEAD
      if (rank < RARE_RANK) {
        codes[at++] = rank * 4 + kind
      } else {
        codes[at] = RARE_RANK * 4 + kind
        codes[at + 1] = rank
        codes[at + 2] = rank >>> 16
        at += 3
      }
      if (kind !== FOLLOWING) {
        if (place < previous) return false
        if (kind === AHEAD) {
          codes[at++] = place
        } else {
          // where the length of the field before is said
          const next = at - (rank < RARE_RANK ? 1 : 3)
          if (lengthAt >= 0) codes[lengthAt] = lengthOf(lengthAt, next)
          codes[at] = ownField
          codes[at + 1] = place
          lengthAt = at + 2
          at += 3
        }
      }
      field = ownField
      previous = place
    }
    if (lengthAt >= 0) codes[lengthAt] = lengthOf(lengthAt, at)
    this.#length = at
    return true
  }
}

/** Codes from behind a length to where the next field begins. */
function lengthOf(lengthAt: number, end: number): number {
  const length = end - lengthAt - 1
  // nothing but itself is a length too: the next field begins at once
  return length < LENGTH_MAX ? length + 1 : 0
}

/** Ordinals of the terms, those of many documents first. */
function byFrequency(postings: PostingsReader): Uint32Array {
  const { termCount } = postings
  const starts = new Uint32Array(FREQUENCY_MAX + 2)
  const rarities = new Uint16Array(termCount)
  for (let ordinal = 0; ordinal < termCount; ordinal++) {
    const rarity = FREQUENCY_MAX - Math.min(postings.docCount(ordinal), FREQUENCY_MAX)
    rarities[ordinal] = rarity
    starts[rarity + 1]!++
  }
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!
  const terms = new Uint32Array(termCount)
  for (let ordinal = 0; ordinal < termCount; ordinal++) {
    terms[starts[rarities[ordinal]!]!++] = ordinal
  }
  return terms
}

/** The words of a document by ascending place. Values of fields come in order already: there are few runs to sort. */
function inOrder(words: Uint32Array, from: number, to: number): Uint32Array {
  const runs: number[] = [from]
  for (let i = from + 2; i < to; i += 2) if (words[i + 1]! < words[i - 1]!) runs.push(i)
  const ends = new Map(runs.map((start, i) => [start, runs[i + 1] ?? to]))
  runs.sort((a, b) => words[a + 1]! - words[b + 1]!)
  const sorted = new Uint32Array(to - from)
  let at = 0
  let isSorted = true
  for (const start of runs) {
    const run = words.subarray(start, ends.get(start))
    isSorted &&= at === 0 || sorted[at - 1]! <= run[1]!
    sorted.set(run, at)
    at += run.length
  }
  return isSorted ? sorted : sortedByPlace(sorted)
}

/** Two fields whose values alternate have runs that overlap. */
function sortedByPlace(words: Uint32Array): Uint32Array {
  const order = Array.from({ length: words.length >>> 1 }, (_, i) => i * 2)
  order.sort((a, b) => words[a + 1]! - words[b + 1]!)
  const sorted = new Uint32Array(words.length)
  for (const [i, from] of order.entries()) {
    sorted[i * 2] = words[from]!
    sorted[i * 2 + 1] = words[from + 1]!
  }
  return sorted
}
