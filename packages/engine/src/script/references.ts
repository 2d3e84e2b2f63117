// A place that holds a value: a variable, a key of a map, an element. Methods that change what they are called on, and
// assignments, work on places.

import type { Cell } from './scope.ts'
import type { MapValue, Value } from './values.ts'

export interface Reference {
  /** True when the value may not be changed. */
  readonly isConst: boolean
  get(): Value
  set(value: Value): void
}

/** A variable. */
export class CellReference implements Reference {
  readonly #cell: Cell

  constructor(cell: Cell) {
    this.#cell = cell
  }

  get isConst(): boolean {
    return this.#cell.isConst
  }

  get(): Value {
    return this.#cell.value
  }

  set(value: Value): void {
    this.#cell.value = value
  }
}

/** A key of a map; a missing one is unit until it is set. */
export class KeyReference implements Reference {
  readonly isConst: boolean
  readonly map: MapValue
  readonly #key: string

  constructor(map: MapValue, key: string, isConst: boolean) {
    this.map = map
    this.#key = key
    this.isConst = isConst
  }

  get(): Value {
    return this.map.get(this.#key) ?? null
  }

  set(value: Value): void {
    this.map.set(this.#key, value)
  }
}

/** An element of an array. */
export class ElementReference implements Reference {
  readonly isConst: boolean
  readonly #array: Value[]
  readonly #index: number

  constructor(array: Value[], index: number, isConst: boolean) {
    this.#array = array
    this.#index = index
    this.isConst = isConst
  }

  get(): Value {
    return this.#array[this.#index] ?? null
  }

  set(value: Value): void {
    this.#array[this.#index] = value
  }
}

/** A place computed from another one, such as one char of a string. */
export class ComputedReference implements Reference {
  readonly isConst: boolean
  readonly #value: Value
  readonly #write: (value: Value) => void

  constructor(value: Value, isConst: boolean, write: (value: Value) => void) {
    this.#value = value
    this.isConst = isConst
    this.#write = write
  }

  get(): Value {
    return this.#value
  }

  set(value: Value): void {
    this.#write(value)
  }
}

/** A value that no variable holds; changes to it are lost with it. */
export class TemporaryReference implements Reference {
  readonly isConst = false
  #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  get(): Value {
    return this.#value
  }

  set(value: Value): void {
    this.#value = value
  }
}
