// How `break`, `continue`, `return` and `throw` leave what surrounds them.

import { ScriptError } from './script-error.ts'
import type { Place } from './script-error.ts'
import { debugValue } from './values.ts'
import type { Value } from './values.ts'

/** Leaves the innermost loop, or goes on with its next turn. */
export class LoopJump {
  readonly isBreak: boolean
  readonly value: Value

  constructor(isBreak: boolean, value: Value) {
    this.isBreak = isBreak
    this.value = value
  }
}

/** Leaves the function or script. */
export class ReturnJump {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}

/** A value thrown by the script. */
export class ThrownError extends ScriptError {
  readonly value: Value

  constructor(value: Value, place: Place) {
    super('runtime', `the script threw ${debugValue(value).slice(0, 200)}`, place)
    this.value = value
  }
}
