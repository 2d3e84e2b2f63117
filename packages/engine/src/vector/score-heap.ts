/** Rows by a number, the least on top. Grows as needed. */
export class ScoreHeap {
  keys: Float32Array = new Float32Array(256)
  rows: Uint32Array = new Uint32Array(256)
  size = 0

  clear(): void {
    this.size = 0
  }

  push(key: number, row: number): void {
    if (this.size === this.keys.length) this.#grow()
    const { keys, rows } = this
    let at = this.size++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keys[parent]! <= key) break
      keys[at] = keys[parent]!
      rows[at] = rows[parent]!
      at = parent
    }
    keys[at] = key
    rows[at] = row
  }

  /** Takes the top away; its key and row must have been read before. */
  pop(): void {
    const last = --this.size
    if (last > 0) this.replaceTop(this.keys[last]!, this.rows[last]!)
  }

  /** Puts another entry in the place of the top. */
  replaceTop(key: number, row: number): void {
    const { keys, rows, size } = this
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++
      if (keys[child]! >= key) break
      keys[at] = keys[child]!
      rows[at] = rows[child]!
      at = child
    }
    keys[at] = key
    rows[at] = row
  }

  #grow(): void {
    const keys = new Float32Array(2 * this.keys.length)
    keys.set(this.keys)
    this.keys = keys
    const rows = new Uint32Array(2 * this.rows.length)
    rows.set(this.rows)
    this.rows = rows
  }
}
