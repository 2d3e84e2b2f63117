// An append-only list of unsigned integers in one typed array.

export class Uint32List {
  values: Uint32Array
  length = 0

  constructor(capacity: number = 64) {
    this.values = new Uint32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) this.grow(this.length + 1)
    this.values[this.length++] = value
  }

  push2(first: number, second: number): void {
    if (this.length + 2 > this.values.length) this.grow(this.length + 2)
    this.values[this.length] = first
    this.values[this.length + 1] = second
    this.length += 2
  }

  grow(capacityMin: number): void {
    const grown = new Uint32Array(Math.max(capacityMin, this.values.length * 2))
    grown.set(this.values.subarray(0, this.length))
    this.values = grown
  }

  view(): Uint32Array {
    return this.values.subarray(0, this.length)
  }

  finish(): Uint32Array {
    return this.values.slice(0, this.length)
  }
}
