// Document numbers: the lowest free one when an id is first seen, kept when the document is replaced, free again when it
// is deleted. Ties in ranking are broken by them, so they must come out the same however documents are spread over segments.

export class DocumentNumberAllocator {
  /** Bit set: the number is taken. Grows as needed. */
  #taken: Uint32Array
  /** No number below this is free. */
  #lowest = 0

  constructor(capacity: number) {
    this.#taken = new Uint32Array(Math.max(32, (capacity >>> 5) + 1))
  }

  take(number: number): void {
    const word = number >>> 5
    if (word >= this.#taken.length) {
      const grown = new Uint32Array(Math.max(word + 1, this.#taken.length * 2))
      grown.set(this.#taken)
      this.#taken = grown
    }
    this.#taken[word]! |= 1 << (number & 31)
  }

  release(number: number): void {
    this.#taken[number >>> 5]! &= ~(1 << (number & 31))
    if (number < this.#lowest) this.#lowest = number
  }

  /** Takes the lowest free number. */
  allocate(): number {
    let word = this.#lowest >>> 5
    while (word < this.#taken.length && this.#taken[word] === 0xffffffff) word++
    const free = word < this.#taken.length ? ~this.#taken[word]! : 1
    const number = word * 32 + (31 - Math.clz32(free & -free))
    this.take(number)
    this.#lowest = number + 1
    return number
  }
}
