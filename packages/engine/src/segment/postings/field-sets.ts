// Sets of fields that hold a word in a document. A segment meets few distinct ones, so postings name them by number.

/** Gives each distinct ascending list of field ids a number. */
export class FieldSetTable {
  readonly #numbers = new Map<number | string, number>()
  readonly #sets: Uint16Array[] = []

  get sets(): readonly Uint16Array[] {
    return this.#sets
  }

  /** The number of the set in `fields[0 … count)`, ascending. */
  intern(fields: ArrayLike<number>, count: number): number {
    const key = count === 1 ? fields[0]! : keyOf(fields, count)
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
  // two small ids fit one number, above every single id
  if (count === 2) return 65_536 + fields[0]! * 65_536 + fields[1]!
  let key = ''
  for (let i = 0; i < count; i++) key += `${fields[i]!},`
  return key
}
