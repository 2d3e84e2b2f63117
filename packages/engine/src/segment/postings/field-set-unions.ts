import type { FieldSetTable } from './field-sets.ts'

/** More sets of fields than any index has; the square of it is still a whole number. */
const SETS_MAX = 2 ** 26

/** Sets of fields that hold the fields of two others. */
export class FieldSetUnions {
  readonly #table: FieldSetTable
  readonly #known = new Map<number, number>()

  constructor(table: FieldSetTable) {
    this.#table = table
  }

  /** The number of the set that holds the fields of both. */
  union(a: number, b: number): number {
    if (a === b) return a
    const key = a < b ? a * SETS_MAX + b : b * SETS_MAX + a
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { sets } = this.#table
    const fields = [...new Set([...sets[a]!, ...sets[b]!])].sort((x, y) => x - y)
    const number = this.#table.intern(fields, fields.length)
    this.#known.set(key, number)
    return number
  }
}
