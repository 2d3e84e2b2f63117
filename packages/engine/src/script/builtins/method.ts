import type { Reference } from '../references.ts'
import type { FunctionValue, Value } from '../values.ts'

/** What a built-in function may ask of the running script. */
export interface MethodContext {
  /** Puts a new value in the place the method was called on. */
  replace(value: Value): void
  /** Calls a function value with as many of the arguments as it has parameters; `this` is `self`, else the first one. */
  call(target: FunctionValue, args: readonly Value[], self?: Reference): Value
  /** A copy that shares nothing with the original. */
  copy(value: Value): Value
  /** Pays for work done on so many entries of arrays and maps. */
  chargeEntries(count: number): void
  /** Pays for work done on a text of this length; fails when it is too long. */
  chargeText(length: number): void
  /** Fails when an array or map would grow beyond the limit. */
  checkSize(entryCount: number): void
  /** A fault that the script can catch. */
  fault(message: string): Error
}

/** One built-in function on one kind of value; also callable as `name(self, …)`. */
export interface Method {
  readonly argsMin: number
  readonly argsMax: number
  /** True when it changes what it is called on. */
  readonly isMutating: boolean
  run(self: Value, args: readonly Value[], context: MethodContext): Value
}

/** The built-in functions of one kind of value, by name. */
export type MethodTable = ReadonlyMap<string, Method>

/** The function behind a method, for the kind of value its table is about. */
export type MethodBody<S extends Value> = (
  self: S,
  args: readonly Value[],
  context: MethodContext,
) => Value

/** A method that only reads what it is called on. */
export function reading<S extends Value>(
  argsMin: number,
  argsMax: number,
  run: MethodBody<S>,
): Method {
  // Tables are looked up by the kind of the receiver, so `self` is of the table's kind.
  return { argsMin, argsMax, isMutating: false, run }
}

/** A method that changes what it is called on. */
export function mutating<S extends Value>(
  argsMin: number,
  argsMax: number,
  run: MethodBody<S>,
): Method {
  return { argsMin, argsMax, isMutating: true, run }
}
