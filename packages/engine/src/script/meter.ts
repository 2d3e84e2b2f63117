import { ScriptError } from './script-error.ts'
import type { Place } from './script-error.ts'
import {
  SCRIPT_CHARS_PER_OPERATION,
  SCRIPT_ENTRIES_MAX,
  SCRIPT_ENTRIES_PER_OPERATION,
  SCRIPT_OPERATIONS_MAX,
  SCRIPT_STRING_LENGTH_MAX,
} from './script-limits.ts'
import type { MapValue, Value } from './values.ts'

/** Counts what one run of a script costs, and stops it at the limits. */
export class Meter {
  #operations = 0

  /** Pays for `count` steps. */
  step(place: Place, count = 1): void {
    this.#operations += count
    if (this.#operations > SCRIPT_OPERATIONS_MAX) {
      throw limitError(`more than ${SCRIPT_OPERATIONS_MAX} operations`, place)
    }
  }

  /** Pays for copying or visiting entries of arrays and maps. */
  chargeEntries(count: number, place: Place): void {
    this.step(place, count / SCRIPT_ENTRIES_PER_OPERATION)
  }

  /** Fails when a text is too long. */
  checkText(length: number, place: Place): void {
    if (length > SCRIPT_STRING_LENGTH_MAX) {
      throw limitError(`a string of more than ${SCRIPT_STRING_LENGTH_MAX} characters`, place)
    }
  }

  /** Pays for reading or writing a text, which must not be too long. */
  chargeText(length: number, place: Place): void {
    this.checkText(length, place)
    this.step(place, length / SCRIPT_CHARS_PER_OPERATION)
  }

  /** Fails when an array or map has too many entries. */
  checkSize(entryCount: number, place: Place): void {
    if (entryCount > SCRIPT_ENTRIES_MAX) {
      throw limitError(`an array or map of more than ${SCRIPT_ENTRIES_MAX} entries`, place)
    }
  }

  /** A copy that shares nothing with the original; nested entries count towards its size, arrays and maps apart. */
  copy(value: Value, place: Place): Value {
    if (!Array.isArray(value) && !(value instanceof Map)) return value
    const copied = { itemCount: 0, keyCount: 0 }
    const copy = this.#copyEntries(value, copied, place)
    this.chargeEntries(copied.itemCount + copied.keyCount, place)
    return copy
  }

  #copyEntries(value: Value, copied: CopiedCounts, place: Place): Value {
    if (Array.isArray(value)) {
      copied.itemCount += value.length
      this.checkSize(copied.itemCount, place)
      return value.map((item) => this.#copyEntries(item, copied, place))
    }
    if (!(value instanceof Map)) return value
    copied.keyCount += value.size
    this.checkSize(copied.keyCount, place)
    const copy: MapValue = new Map()
    for (const [key, item] of value) copy.set(key, this.#copyEntries(item, copied, place))
    return copy
  }
}

interface CopiedCounts {
  itemCount: number
  keyCount: number
}

/** A fault that the script cannot catch. */
export function limitError(fault: string, place: Place): ScriptError {
  return new ScriptError('limit', fault, place)
}
