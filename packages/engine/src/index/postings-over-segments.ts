// Postings of several segments as one list of slots.

import { sortStart } from '../bits/sort-start.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import { FieldSetUnions } from '../segment/postings/field-set-unions.ts'
import { FieldSetTable } from '../segment/postings/field-sets.ts'
import type { TermRange } from '../segment/prefixes/prefix-ranges.ts'
import { JOINED, type JoinedPostings, joinPostings } from './joined-postings.ts'
import { joinedPart, type PrefixPart, PrefixPostings, storedPart } from './prefix-postings.ts'
import type { PositionBuffer, Postings } from './searcher.ts'
import { type WordPart, WordPostings } from './word-postings.ts'

export class PostingsOverSegments {
  readonly #readers: readonly SegmentReader[]
  readonly #bases: readonly number[]
  readonly #table = new FieldSetTable()
  /** Per segment: its field set numbers → numbers of this searcher. Null where they are the same. */
  readonly #translations: readonly (Uint32Array | null)[]
  readonly #unions = new FieldSetUnions(this.#table)
  /** The same of stored unions, once a prefix was asked for. */
  readonly #prefixTranslations = new Map<number, Uint32Array | null>()

  constructor(readers: readonly SegmentReader[], bases: readonly number[]) {
    this.#readers = readers
    this.#bases = bases
    this.#translations = readers.map((reader) => this.#translate(reader.fieldSets))
  }

  get fieldSets(): readonly Uint16Array[] {
    return this.#table.sets
  }

  get bases(): readonly number[] {
    return this.#bases
  }

  /**
   * The lists of one word as one, given its ordinal in each segment (negative: none). `onDecoded` is told of bytes that it
   * takes later on.
   */
  ofWord(ordinals: readonly number[], onDecoded: (bytes: number) => void): Postings | null {
    const parts: WordPart[] = []
    for (const [i, ordinal] of ordinals.entries()) {
      if (ordinal < 0) continue
      const lists = this.#readers[i]!.postings
      const count = lists.docCount(ordinal)
      parts.push({
        segmentIndex: i,
        lists,
        ordinal,
        count,
        base: this.#bases[i]!,
        translation: this.#translations[i]!,
      })
    }
    return parts.length === 0 ? null : new WordPostings(parts, onDecoded)
  }

  /** The lists of all words in a range of terms per segment as one; `check` may throw to end that. */
  ofPrefix(ranges: readonly TermRange[], check: () => void): Postings | null {
    const hasWords = this.#readers.every(
      ({ documentWords }, i) => documentWords !== null || ranges[i]!.from >= ranges[i]!.to,
    )
    if (!hasWords) return joinPostings(this, this.#readers, ranges, check)
    const parts = [...ranges.keys()]
      .filter((i) => ranges[i]!.from < ranges[i]!.to)
      .map((i) => this.#prefixPart(i, ranges[i]!, check))
    return parts.length === 0 ? null : new PrefixPostings(ranges, parts)
  }

  #prefixPart(segmentIndex: number, range: TermRange, check: () => void): PrefixPart {
    const reader = this.#readers[segmentIndex]!
    const base = this.#bases[segmentIndex]!
    check()
    const { prefixes } = reader
    if (prefixes !== null) {
      let translation = this.#prefixTranslations.get(segmentIndex)
      if (translation === undefined) {
        translation = this.#translate(prefixes.fieldSets)
        this.#prefixTranslations.set(segmentIndex, translation)
      }
      const stored = storedPart(prefixes, range, base, translation)
      if (stored !== null) return stored
    }
    const joined = reader.joinedPrefixes.join(range, check)
    // it may have met new sets just now
    return joinedPart(joined, base, this.#numbersOf(reader.joinedPrefixes.fieldSets))
  }

  /** Numbers of this searcher for the sets of a segment; null where they are the same. */
  #translate(sets: readonly Uint16Array[]): Uint32Array | null {
    const numbers = this.#numbersOf(sets)
    return numbers.every((number, i) => number === i) ? null : numbers
  }

  #numbersOf(sets: readonly Uint16Array[]): Uint32Array {
    return Uint32Array.from(sets, (set) => this.#table.intern(set, set.length))
  }

  /** The number of the set that holds the fields of both. */
  unionOfSets(a: number, b: number): number {
    return this.#unions.union(a, b)
  }

  /** A segment's list with this searcher's field set numbers. */
  translated(segmentIndex: number, fieldSet: number): number {
    const translation = this.#translations[segmentIndex]!
    return translation === null ? fieldSet : translation[fieldSet]!
  }

  readPositions(postings: Postings, postingIndex: number, out: PositionBuffer): number {
    const slot = postings.docs[postingIndex]!
    const segmentIndex = this.#segmentOf(slot)
    const reader = this.#readers[segmentIndex]!
    if (postings instanceof PrefixPostings) {
      const { from, to } = postings.ranges[segmentIndex]!
      return reader.documentWords!.readPositions(slot - this.#bases[segmentIndex]!, from, to, out)
    }
    if (postings instanceof WordPostings && reader.documentWords !== null) {
      const ordinal = postings.ordinalToScan(segmentIndex)
      if (ordinal >= 0) {
        const doc = slot - this.#bases[segmentIndex]!
        return reader.documentWords.readPositions(doc, ordinal, ordinal + 1, out)
      }
    }
    const reference = postings.positionRefs[postingIndex]!
    const sets = this.#table.sets
    if (reference < JOINED) {
      const set = sets[postings.fieldSets[postingIndex]!]!
      return reader.postings.readPositions(reference, set, out, 0)
    }
    const { arena } = postings as JoinedPostings
    let at = reference - JOINED
    const count = arena[at++]!
    let length = 0
    for (let i = 0; i < count; i++) {
      const set = sets[arena[at + 1]!]!
      length = reader.postings.readPositions(arena[at]!, set, out, length)
      at += 2
    }
    sortStart(out.values, length)
    return length
  }

  /** The smallest position of a posting, in whichever field. */
  firstPosition(postings: Postings, postingIndex: number, buffer: PositionBuffer): number {
    if (postings instanceof PrefixPostings) {
      const slot = postings.docs[postingIndex]!
      const segmentIndex = this.#segmentOf(slot)
      const { from, to } = postings.ranges[segmentIndex]!
      const words = this.#readers[segmentIndex]!.documentWords!
      return words.firstPosition(slot - this.#bases[segmentIndex]!, from, to)
    }
    const count = this.readPositions(postings, postingIndex, buffer)
    let first = 0x10000
    for (let i = 0; i < count; i++) first = Math.min(first, buffer.values[i]! & 0xffff)
    return first
  }

  #segmentOf(slot: number): number {
    const bases = this.#bases
    let i = bases.length - 1
    while (bases[i]! > slot) i--
    return i
  }
}
