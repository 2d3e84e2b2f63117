import { SCRIPT_VARIABLES_MAX } from './script-limits.ts'
import type { Value } from './values.ts'

/** A variable. Closures hold the cell itself, so they and their surroundings see the same value. */
export interface Cell {
  value: Value
  readonly isConst: boolean
}

/** The variables one piece of running code can name; later ones hide earlier ones of the same name. */
export class Scope {
  readonly #names: string[] = []
  readonly #cells: Cell[] = []

  /** A mark to `rewind` to when a block ends. */
  get size(): number {
    return this.#names.length
  }

  /** False when there are too many variables already. */
  declare(name: string, cell: Cell): boolean {
    if (this.#names.length >= SCRIPT_VARIABLES_MAX) return false
    this.#names.push(name)
    this.#cells.push(cell)
    return true
  }

  find(name: string): Cell | null {
    const index = this.#names.lastIndexOf(name)
    return index < 0 ? null : this.#cells[index]!
  }

  rewind(size: number): void {
    this.#names.length = size
    this.#cells.length = size
  }
}
