// Sets of fields that hold a word in a document. A segment meets few distinct ones, so postings name them by number.

/** Gives each distinct ascending list of field ids a number. */
export class FieldSetTable {
  readonly #numbers = new Map<number | string, number>()
  /** Number + 1 of the set of one field, by field id: nearly all postings have such a set. */
  #singles = new Int32Array(64)
  readonly #sets: Uint16Array[] = []

  get sets(): readonly Uint16Array[] {
    return this.#sets
  }

  /** The number of the set in `fields[0 … count)`, ascending. */
  intern(fields: ArrayLike<number>, count: number): number {
    return count === 1 ? this.internOne(fields[0]!) : this.#internSeveral(fields, count)
  }

  /** The number of the set of one field. */
  internOne(field: number): number {
    if (field >= this.#singles.length) {
      const grown = new Int32Array(field * 2)
      grown.set(this.#singles)
      this.#singles = grown
    }
    const known = this.#singles[field]! - 1
    if (known >= 0) return known
    const number = this.#sets.push(Uint16Array.of(field)) - 1
    this.#singles[field] = number + 1
    return number
  }

  #internSeveral(fields: ArrayLike<number>, count: number): number {
    const key = keyOf(fields, count)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const set = new Uint16Array(count)
    for (let i = 0; i < count; i++) set[i] = fields[i]!
    const number = this.#sets.length
    this.#sets.push(set)
    this.#numbers.set(key, number)
    return number
  }
}

function keyOf(fields: ArrayLike<number>, count: number): number | string {
  // two ids fit one number
  if (count === 2) return fields[0]! * 65_536 + fields[1]!
  let key = ''
  for (let i = 0; i < count; i++) key += `${fields[i]!},`
  return key
}
