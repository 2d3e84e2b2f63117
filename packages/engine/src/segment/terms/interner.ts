// Gives each distinct term of a segment in the making a number. Nearly every word of a text is plain ASCII and known
// already: those are hashed and compared in place, without making a string (bench: index-packages).

/** Terms by number, in order of first appearance. */
export class TermInterner {
  /** ASCII terms: open addressing over their bytes, term number + 1 per place. */
  #places = new Int32Array(1 << 12)
  #asciiCount = 0
  #hashes = new Int32Array(1 << 11)
  #starts = new Uint32Array(1 << 11)
  #ends = new Uint32Array(1 << 11)
  #bytes = new Uint8Array(1 << 14)
  #byteLength = 0
  readonly #others = new Map<string, number>()
  readonly #otherTerms = new Map<number, string>()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** The number of the term that is `text.slice(start, end)` in lower case; the slice must be ASCII. */
  internAscii(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5
    for (let i = start; i < end; i++) {
      let code = text.charCodeAt(i)
      if (code <= 90 && code >= 65) code |= 32
      hash = Math.imul(hash ^ code, 0x01000193)
    }
    const bytes = this.#bytes
    const places = this.#places
    const mask = places.length - 1
    const length = end - start
    let place = (hash ^ (hash >>> 15)) & mask
    for (;;) {
      const term = places[place]! - 1
      if (term < 0) return this.#addAscii(text, start, end, hash, place)
      if (this.#hashes[term] === hash && this.#ends[term]! - this.#starts[term]! === length) {
        const at = this.#starts[term]! - start
        let i = start
        while (i < end) {
          let code = text.charCodeAt(i)
          if (code <= 90 && code >= 65) code |= 32
          if (bytes[at + i] !== code) break
          i++
        }
        if (i === end) return term
      }
      place = (place + 1) & mask
    }
  }

  /** The number of any term. */
  intern(term: string): number {
    if (PLAIN_ASCII.test(term)) return this.internAscii(term, 0, term.length)
    const known = this.#others.get(term)
    if (known !== undefined) return known
    // a slice would keep the whole text that it was cut from in memory; and halves of surrogate pairs, which UTF-8 cannot
    // tell from each other, must not make two terms of the same bytes
    const copy = Buffer.from(term).toString()
    const alike = this.#others.get(copy)
    if (alike !== undefined) return alike
    const number = this.#newNumber()
    this.#others.set(copy, number)
    this.#otherTerms.set(number, copy)
    return number
  }

  term(number: number): string {
    const other = this.#otherTerms.get(number)
    if (other !== undefined) return other
    return LATIN1.decode(this.#bytes.subarray(this.#starts[number], this.#ends[number]))
  }

  #addAscii(text: string, start: number, end: number, hash: number, place: number): number {
    const number = this.#newNumber()
    if (this.#byteLength + end - start > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#byteLength + end - start))
      grown.set(this.#bytes.subarray(0, this.#byteLength))
      this.#bytes = grown
    }
    this.#hashes[number] = hash
    this.#starts[number] = this.#byteLength
    for (let i = start; i < end; i++) {
      let code = text.charCodeAt(i)
      if (code <= 90 && code >= 65) code |= 32
      this.#bytes[this.#byteLength++] = code
    }
    this.#ends[number] = this.#byteLength
    this.#places[place] = number + 1
    if (++this.#asciiCount * 2 > this.#places.length) this.#growPlaces()
    return number
  }

  #newNumber(): number {
    const number = this.#count++
    if (number === this.#hashes.length) {
      const hashes = new Int32Array(number * 2)
      const starts = new Uint32Array(number * 2)
      const ends = new Uint32Array(number * 2)
      hashes.set(this.#hashes)
      starts.set(this.#starts)
      ends.set(this.#ends)
      this.#hashes = hashes
      this.#starts = starts
      this.#ends = ends
    }
    return number
  }

  #growPlaces(): void {
    const grown = new Int32Array(this.#places.length * 2)
    const mask = grown.length - 1
    for (const entry of this.#places) {
      if (entry === 0) continue
      const hash = this.#hashes[entry - 1]!
      let place = (hash ^ (hash >>> 15)) & mask
      while (grown[place] !== 0) place = (place + 1) & mask
      grown[place] = entry
    }
    this.#places = grown
  }
}

// oxlint-disable-next-line no-control-regex -- ASCII is what is meant
const PLAIN_ASCII = /^[\x00-\x40\x5b-\x7f]*$/
const LATIN1 = new TextDecoder('latin1')
