// Gives each distinct string a number. Strings are kept as bytes and not as strings: hundreds of thousands of them, held for
// as long as a segment is in the making, would be looked at by every collection of garbage.

import { ByteWriter } from './byte-writer.ts'
import { Uint32List } from './uint32-list.ts'

/** Numbers count up from 0 in order of first appearance. Halves of surrogate pairs, which UTF-8 does not have, are all alike. */
export class StringInterner {
  /** Open addressing, two entries a place: hash, number + 1. */
  #places = new Int32Array(64)
  readonly #bytes = new ByteWriter(256)
  readonly #starts = new Uint32List()
  /** What was looked for last, and where it could stand: who looks for a string often adds it next. */
  #missing: string | null = null
  #missingHash = 0
  #missingPlace = 0
  #missingLength = 0

  constructor() {
    this.#starts.push(0)
  }

  get count(): number {
    return this.#starts.length - 1
  }

  /** The number of a string, a new one where it was not met before. */
  intern(text: string): number {
    if (text !== this.#missing) {
      const known = this.find(text)
      if (known >= 0) return known
    }
    const number = this.count
    // `find` has left its bytes behind the others
    this.#bytes.advance(this.#bytes.length + this.#missingLength)
    this.#starts.push(this.#bytes.length)
    this.#places[this.#missingPlace] = this.#missingHash
    this.#places[this.#missingPlace + 1] = number + 1
    this.#missing = null
    if (this.count * 4 > this.#places.length) this.#growPlaces()
    return number
  }

  /** The number of a string, -1 where it was not met before. */
  find(text: string): number {
    const start = this.#bytes.length
    const length = this.#bytes.text(text)
    this.#bytes.advance(start)
    const hash = hashOf(this.#bytes.reserve(0), start, start + length)
    const place = this.#placeOf(hash, start, start + length)
    const known = this.#places[place + 1]! - 1
    this.#missing = known < 0 ? text : null
    this.#missingHash = hash
    this.#missingPlace = place
    this.#missingLength = length
    return known
  }

  /** All strings as UTF-8, i being `bytes[starts[i] … starts[i + 1])`. Valid until the next string. */
  get strings(): { readonly bytes: Uint8Array; readonly starts: Uint32Array } {
    return { bytes: this.#bytes.reserve(0), starts: this.#starts.values }
  }

  /** Where the string that was written from `start` to `end` stands, or could stand. */
  #placeOf(hash: number, start: number, end: number): number {
    const places = this.#places
    const bytes = this.#bytes.reserve(0)
    const starts = this.#starts.values
    const mask = places.length - 2
    let place = (hash << 1) & mask
    for (;;) {
      const number = places[place + 1]! - 1
      if (number < 0) return place
      if (places[place] === hash) {
        const from = starts[number]!
        if (starts[number + 1]! - from === end - start) {
          let i = 0
          while (start + i < end && bytes[from + i] === bytes[start + i]) i++
          if (start + i === end) return place
        }
      }
      place = (place + 2) & mask
    }
  }

  #growPlaces(): void {
    const places = this.#places
    const grown = new Int32Array(places.length * 2)
    const mask = grown.length - 2
    for (let from = 0; from < places.length; from += 2) {
      if (places[from + 1] === 0) continue
      let place = (places[from]! << 1) & mask
      while (grown[place + 1] !== 0) place = (place + 2) & mask
      grown[place] = places[from]!
      grown[place + 1] = places[from + 1]!
    }
    this.#places = grown
  }
}

/** FNV-1a; the low bits choose the place, so the high ones take part. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193)
  return hash ^ (hash >>> 15)
}
