// Gives each distinct term of a segment in the making a number. Nearly every word of a text is plain ASCII and known
// already: those are hashed and compared in place, without making a string (bench: index-packages).

import { asciiHash } from '../../bits/ascii-hash.ts'

/** Terms by number, in order of first appearance. */
export class TermInterner {
  /** ASCII terms: open addressing, two entries a place: hash, term number + 1. */
  #places = new Int32Array(1 << 13)
  #asciiCount = 0
  /** Two entries a term: where its bytes start and how many there are. */
  #slices = new Uint32Array(1 << 12)
  #bytes = new Uint8Array(1 << 14)
  #byteLength = 0
  readonly #others = new Map<string, number>()
  /** The term at hand. */
  #word = new Uint8Array(64)
  #count = 0

  get count(): number {
    return this.#count
  }

  /**
   * The number of the term that is `word[start … end)` in lower case; the bytes must be ASCII, and `hash` their
   * `asciiHash`.
   */
  internAscii(word: Uint8Array, start: number, end: number, hash: number): number {
    const bytes = this.#bytes
    const places = this.#places
    const mask = places.length - 2
    const length = end - start
    let place = ((hash ^ (hash >>> 15)) << 1) & mask
    for (;;) {
      const term = places[place + 1]! - 1
      if (term < 0) return this.#addAscii(word, start, end, hash, place)
      if (places[place] === hash && this.#slices[term * 2 + 1] === length) {
        const at = this.#slices[term * 2]! - start
        let i = start
        while (i < end) {
          let code = word[i]!
          if (code <= 90 && code >= 65) code |= 32
          if (bytes[at + i] !== code) break
          i++
        }
        if (i === end) return term
      }
      place = (place + 2) & mask
    }
  }

  /** The number of any term. */
  intern(term: string): number {
    const length = this.#toAscii(term)
    if (length >= 0)
      return this.internAscii(this.#word, 0, length, asciiHash(this.#word, 0, length))
    const known = this.#others.get(term)
    if (known !== undefined) return known
    // a slice would keep the whole text that it was cut from in memory; and halves of surrogate pairs, which UTF-8 cannot
    // tell from each other, must not make two terms of the same bytes
    const copy = Buffer.from(term).toString()
    const alike = this.#others.get(copy)
    if (alike !== undefined) return alike
    const number = this.#newNumber()
    this.#others.set(copy, number)
    const bytes = encoder.encode(copy)
    this.#reserve(number, bytes.length)
    this.#bytes.set(bytes, this.#byteLength)
    this.#byteLength += bytes.length
    return number
  }

  /** Puts the bytes of a term where they can be read; -1 when it is not plain ASCII in lower case. */
  #toAscii(term: string): number {
    const { length } = term
    if (length > this.#word.length) this.#word = new Uint8Array(length * 2)
    const word = this.#word
    for (let i = 0; i < length; i++) {
      const unit = term.charCodeAt(i)
      if (unit > 0x7f || (unit <= 90 && unit >= 65)) return -1
      word[i] = unit
    }
    return length
  }

  /** All terms as UTF-8, and where each one lies by number: start and length. Valid until the next term is added. */
  get slices(): { readonly bytes: Uint8Array; readonly slices: Uint32Array } {
    return { bytes: this.#bytes, slices: this.#slices }
  }

  #addAscii(word: Uint8Array, start: number, end: number, hash: number, place: number): number {
    const number = this.#newNumber()
    this.#reserve(number, end - start)
    for (let i = start; i < end; i++) {
      let code = word[i]!
      if (code <= 90 && code >= 65) code |= 32
      this.#bytes[this.#byteLength++] = code
    }
    this.#places[place] = hash
    this.#places[place + 1] = number + 1
    if (++this.#asciiCount * 4 > this.#places.length) this.#growPlaces()
    return number
  }

  /** Makes room for a term's bytes, which go to the end of what there is. */
  #reserve(number: number, length: number): void {
    if (this.#byteLength + length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#byteLength + length))
      grown.set(this.#bytes.subarray(0, this.#byteLength))
      this.#bytes = grown
    }
    this.#slices[number * 2] = this.#byteLength
    this.#slices[number * 2 + 1] = length
  }

  #newNumber(): number {
    const number = this.#count++
    if (number * 2 === this.#slices.length) {
      const grown = new Uint32Array(number * 4)
      grown.set(this.#slices)
      this.#slices = grown
    }
    return number
  }

  #growPlaces(): void {
    const places = this.#places
    const grown = new Int32Array(places.length * 2)
    const mask = grown.length - 2
    for (let from = 0; from < places.length; from += 2) {
      const hash = places[from]!
      if (places[from + 1] === 0) continue
      let place = ((hash ^ (hash >>> 15)) << 1) & mask
      while (grown[place + 1] !== 0) place = (place + 2) & mask
      grown[place] = hash
      grown[place + 1] = places[from + 1]!
    }
    this.#places = grown
  }
}

const encoder = new TextEncoder()
