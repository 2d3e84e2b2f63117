// Finds out what a call means – a function of the script, a closure, a built-in – and makes it.

import type { MethodContext } from './builtins/method.ts'
import { CONSTANTS, findMethod } from './builtins/registry.ts'
import type { Frame } from './frame.ts'
import { ReturnJump } from './jumps.ts'
import { limitError } from './meter.ts'
import type { Meter } from './meter.ts'
import { runtimeError } from './operators.ts'
import { TemporaryReference } from './references.ts'
import type { Reference } from './references.ts'
import { Scope } from './scope.ts'
import type { Cell } from './scope.ts'
import type { Place } from './script-error.ts'
import { SCRIPT_CALL_DEPTH_MAX, SCRIPT_VARIABLES_MAX } from './script-limits.ts'
import type { ClosureNode, FunctionNode, Node, Program } from './syntax.ts'
import { FunctionValue, typeName } from './values.ts'
import type { Value } from './values.ts'

/** Runs bodies of functions and closures in the frame of the moment. */
export interface BodyEvaluator {
  value(node: Node): Value
}

/** Makes the calls of one run. */
export class Calls {
  readonly #program: Program
  readonly #frame: Frame
  readonly #meter: Meter
  readonly #evaluator: BodyEvaluator

  constructor(parts: { program: Program; frame: Frame; meter: Meter; evaluator: BodyEvaluator }) {
    this.#program = parts.program
    this.#frame = parts.frame
    this.#meter = parts.meter
    this.#evaluator = parts.evaluator
  }

  /** `name(args)` where the script itself says what it is; undefined when only a built-in can be meant. */
  callByName(name: string, args: () => Value[], place: Place, argCount: number): Value | undefined {
    const script = this.#program.functions.get(`${name}/${argCount}`)
    if (script !== undefined) return this.#enter(script, args(), null, place)
    const variable = this.#frame.scope.find(name)?.value
    if (variable instanceof FunctionValue) return this.#callFunction(variable, args(), null, place)
    if (argCount === 0) {
      const constant = CONSTANTS.get(name)
      if (constant === undefined) throw runtimeError(`there is no function ${name}()`, place)
      return constant
    }
    return REFLECTIONS.has(name) ? this.#reflect(name, args(), place) : undefined
  }

  /** `object.name(args)`. */
  callMethod(object: Reference, name: string, args: readonly Value[], place: Place): Value {
    const script = this.#program.functions.get(`${name}/${args.length}`)
    if (script !== undefined) return this.#enter(script, args, object, place)
    const self = object.get()
    const member = self instanceof Map ? self.get(name) : undefined
    if (member instanceof FunctionValue) return this.#callFunction(member, args, object, place)
    return this.callBuiltin(object, name, args, place)
  }

  /** A built-in function on the value at a place, which it may change. */
  callBuiltin(object: Reference, name: string, args: readonly Value[], place: Place): Value {
    const self = object.get()
    if (name === 'call') {
      if (self instanceof FunctionValue) return this.#callFunction(self, args, null, place)
      const [target, ...rest] = args
      if (target instanceof FunctionValue) return this.#callFunction(target, rest, object, place)
    }
    const method = findMethod(self, name)
    if (method === null) {
      throw runtimeError(
        `there is no function ${name} for a value of kind ${typeName(self)}`,
        place,
      )
    }
    if (args.length < method.argsMin || args.length > method.argsMax) {
      throw runtimeError(`${name} does not take ${args.length} arguments`, place)
    }
    if (method.isMutating && object.isConst) {
      throw runtimeError('a constant cannot be changed', place)
    }
    if (typeof self === 'string') this.#meter.chargeText(self.length, place)
    return method.run(self, args, this.#contextFor(object, place))
  }

  #contextFor(object: Reference, place: Place): MethodContext {
    const meter = this.#meter
    return {
      replace: (value) => object.set(value),
      call: (target, values, item) => this.#callBack(target, values, item, place),
      copy: (value) => meter.copy(value, place),
      chargeEntries: (count) => meter.chargeEntries(count, place),
      chargeText: (length) => meter.chargeText(length, place),
      checkSize: (count) => meter.checkSize(count, place),
      fault: (fault) => runtimeError(fault, place),
    }
  }

  /** Functions about the script itself. */
  #reflect(name: string, [subject, arity]: readonly Value[], place: Place): Value {
    if (typeof subject !== 'string') throw runtimeError(`${name} takes a name`, place)
    if (name === 'is_def_var') return this.#frame.scope.find(subject) !== null
    if (name === 'is_def_fn') {
      return typeof arity === 'bigint' && this.#program.functions.has(`${subject}/${arity}`)
    }
    return new FunctionValue({ closure: null, name: subject, captured: new Map(), curried: [] })
  }

  /** Calls what a built-in function was given, with as many of the arguments as it takes. */
  #callBack(
    target: FunctionValue,
    args: readonly Value[],
    self: Reference | undefined,
    place: Place,
  ): Value {
    const item = self ?? new TemporaryReference(args[0] ?? null)
    const { closure, curried, name } = target
    let count = args.length
    if (closure !== null) count = Math.max(0, closure.params.length - curried.length)
    else {
      const { functions } = this.#program
      while (count > 1 && !functions.has(`${name}/${curried.length + count}`)) count--
    }
    return this.#callFunction(target, args.slice(0, count), item, place)
  }

  #callFunction(
    target: FunctionValue,
    given: readonly Value[],
    self: Reference | null,
    place: Place,
  ): Value {
    const args = [...target.curried, ...given]
    const called = target.closure ?? this.#program.functions.get(`${target.name}/${args.length}`)
    if (called !== undefined) return this.#enter(called, args, self, place, target.captured)
    const [first, ...rest] = args
    if (first === undefined) throw runtimeError(`there is no function ${target.name}()`, place)
    return this.callBuiltin(new TemporaryReference(first), target.name, rest, place)
  }

  /** Runs the body of a function or closure with variables of its own. */
  #enter(
    called: FunctionNode | ClosureNode,
    args: readonly Value[],
    self: Reference | null,
    place: Place,
    captured: ReadonlyMap<string, Cell> = NOTHING_CAPTURED,
  ): Value {
    const frame = this.#frame
    const { params, body } = called
    if (args.length !== params.length) {
      const counts = `${params.length} arguments, got ${args.length}`
      throw runtimeError(`the function takes ${counts}`, place)
    }
    if (frame.callDepth >= SCRIPT_CALL_DEPTH_MAX) {
      throw limitError(`more than ${SCRIPT_CALL_DEPTH_MAX} calls inside one another`, place)
    }
    const { scope, self: outerSelf } = frame
    const inner = new Scope()
    for (const [name, cell] of captured) inner.declare(name, cell)
    for (let index = 0; index < params.length; index++) {
      const value = this.#meter.copy(args[index] ?? null, place)
      if (!inner.declare(params[index]!, { value, isConst: false })) {
        throw limitError(`more than ${SCRIPT_VARIABLES_MAX} variables`, place)
      }
    }
    frame.scope = inner
    frame.self = self
    frame.callDepth++
    try {
      return this.#evaluator.value(body)
    } catch (error) {
      if (error instanceof ReturnJump) return error.value
      throw error
    } finally {
      frame.scope = scope
      frame.self = outerSelf
      frame.callDepth--
    }
  }
}

const NOTHING_CAPTURED: ReadonlyMap<string, Cell> = new Map()
const REFLECTIONS: ReadonlySet<string> = new Set(['Fn', 'is_def_var', 'is_def_fn'])
