// Runs a syntax tree. Values are computed by `value`; whatever can be assigned to or changed in place is found by `#reference`.
// Reading gives the value itself, storing copies it, so no two places ever share an array or a map.

import { PROPERTIES } from './builtins/registry.ts'
import { Calls } from './calls.ts'
import type { BodyEvaluator } from './calls.ts'
import type { Frame } from './frame.ts'
import { LoopJump, ReturnJump, ThrownError } from './jumps.ts'
import { Meter, limitError } from './meter.ts'
import { applyBinary, applyUnary, isEqual, runtimeError } from './operators.ts'
import { CellReference, KeyReference, TemporaryReference } from './references.ts'
import type { Reference } from './references.ts'
import { elementOf, itemsOf, propertyOf } from './access.ts'
import type { Cell, Scope } from './scope.ts'
import { ScriptError } from './script-error.ts'
import type { Place } from './script-error.ts'
import { SCRIPT_VARIABLES_MAX } from './script-limits.ts'
import type * as syntax from './syntax.ts'
import { FunctionValue, RangeValue, displayValue, typeName } from './values.ts'
import type { MapValue, Value } from './values.ts'

/** Runs a program in a scope that holds its outer variables, which keep their final values. */
export function evaluate(program: syntax.Program, scope: Scope): void {
  const evaluator = new Evaluator(program, scope)
  try {
    evaluator.run()
  } catch (error) {
    if (error instanceof ReturnJump) return
    // The runtime's own stack ended before the limit on calls did.
    if (error instanceof RangeError) {
      throw limitError(
        'the script is nested too deeply or a value is too large',
        program.body.place,
      )
    }
    throw error
  }
}

class Evaluator implements BodyEvaluator {
  readonly #program: syntax.Program
  readonly #meter = new Meter()
  readonly #frame: Frame
  readonly #calls: Calls

  constructor(program: syntax.Program, scope: Scope) {
    this.#program = program
    this.#frame = { scope, self: null, callDepth: 0 }
    this.#calls = new Calls({
      program,
      frame: this.#frame,
      meter: this.#meter,
      evaluator: this,
    })
  }

  run(): void {
    for (const statement of this.#program.body.statements) this.value(statement)
  }

  // Calls of the script nest calls of this function, so its frame is kept small: it only chooses, methods do the work.
  value(node: syntax.Node): Value {
    if (node.kind === 'literal') return node.value
    if (node.kind === 'variable') return this.#cell(node.name, node.place).value
    this.#meter.step(node.place)
    switch (node.kind) {
      case 'template':
        return this.#template(node)
      case 'array':
        return this.#array(node)
      case 'map':
        return this.#map(node)
      case 'this':
      case 'property':
      case 'index':
        return this.#reference(node)?.get() ?? null
      case 'call':
        return this.#call(node)
      case 'methodCall':
        return this.#methodCall(node)?.get() ?? null
      case 'unary':
        return applyUnary(node.operator, this.value(node.operand), node.place)
      case 'binary':
        return this.#binary(
          node.operator,
          this.value(node.left),
          this.value(node.right),
          node.place,
        )
      case 'logical':
        return this.#logical(node)
      case 'closure':
        return this.#closure(node)
      case 'block':
        return this.block(node)
      case 'if':
        if (this.#truth(node.condition)) return this.block(node.body)
        return node.otherwise === null ? null : this.value(node.otherwise)
      case 'loop':
        return this.#loop(node)
      case 'for':
        return this.#for(node)
      case 'switch':
        return this.#switch(node)
      case 'try':
        return this.#try(node)
      case 'let':
        return this.#let(node)
      case 'assign':
        return this.#assign(node)
      default:
        return this.#jump(node)
    }
  }

  block(node: syntax.BlockNode): Value {
    const { scope } = this.#frame
    const mark = scope.size
    let value: Value = null
    for (const statement of node.statements) value = this.value(statement)
    scope.rewind(mark)
    return value
  }

  /** The value to put into a variable, an array or a map. */
  #stored(node: syntax.Node): Value {
    return this.#meter.copy(this.value(node), node.place)
  }

  #array(node: syntax.ArrayNode): Value {
    this.#meter.checkSize(node.items.length, node.place)
    return node.items.map((item) => this.#stored(item))
  }

  #map(node: syntax.MapNode): Value {
    this.#meter.checkSize(node.entries.length, node.place)
    return new Map(node.entries.map(({ key, value }) => [key, this.#stored(value)]))
  }

  #let(node: syntax.LetNode): Value {
    const value = node.value === null ? null : this.#stored(node.value)
    this.#declare(node.name, { value, isConst: node.isConst }, node.place)
    return null
  }

  #truth(node: syntax.Node): boolean {
    const value = this.value(node)
    if (typeof value === 'boolean') return value
    throw runtimeError(`a condition is true or false, not ${typeName(value)}`, node.place)
  }

  #template(node: syntax.TemplateNode): string {
    let text = ''
    for (const part of node.parts) {
      const added = typeof part === 'string' ? part : displayValue(this.block(part))
      this.#meter.chargeText(added.length, node.place)
      text += added
      this.#meter.checkText(text.length, node.place)
    }
    return text
  }

  #binary(operator: syntax.BinaryOperator, left: Value, right: Value, place: Place): Value {
    const meter = this.#meter
    meter.chargeEntries(entryCountOf(left) + entryCountOf(right), place)
    // Joining texts is cheap however long they are; looking at them is not.
    if (operator !== '+') meter.chargeText(textLengthOf(left) + textLengthOf(right), place)
    const result = applyBinary(operator, left, right, place)
    meter.checkText(textLengthOf(result), place)
    meter.checkSize(entryCountOf(result), place)
    return result
  }

  #logical(node: syntax.LogicalNode): Value {
    if (node.operator === '??') return this.value(node.left) ?? this.value(node.right)
    const left = this.#truth(node.left)
    return left === (node.operator === '||') ? left : this.#truth(node.right)
  }

  #closure(node: syntax.ClosureNode): Value {
    const captured = new Map<string, Cell>()
    for (const name of node.freeNames) {
      const cell = this.#frame.scope.find(name)
      if (cell !== null) captured.set(name, cell)
    }
    return new FunctionValue({ closure: node, name: 'closure', captured, curried: [] })
  }

  #loop(node: syntax.LoopNode): Value {
    const { condition } = node
    let isFirst = true
    for (;;) {
      this.#meter.step(node.place)
      const isChecked = condition !== null && !(isFirst && node.isCheckedAfter)
      if (isChecked && this.#truth(condition) === node.endsOn) return null
      isFirst = false
      const jump = this.#turn(node.body)
      if (jump !== null) return jump.value
    }
  }

  #for(node: syntax.ForNode): Value {
    const mark = this.#frame.scope.size
    let counter = 0n
    for (const item of itemsOf(this.value(node.iterable), node.iterable.place)) {
      this.#meter.step(node.place)
      const value = this.#meter.copy(item, node.place)
      this.#declare(node.item, { value, isConst: false }, node.place)
      if (node.counter !== null) {
        this.#declare(node.counter, { value: counter++, isConst: false }, node.place)
      }
      const jump = this.#turn(node.body)
      this.#frame.scope.rewind(mark)
      if (jump !== null) return jump.value
    }
    return null
  }

  /** Runs the body of a loop once; gives the jump that ends the loop, if there was one. */
  #turn(body: syntax.Node): LoopJump | null {
    const mark = this.#frame.scope.size
    try {
      this.value(body)
    } catch (error) {
      if (!(error instanceof LoopJump)) throw error
      this.#frame.scope.rewind(mark)
      if (error.isBreak) return error
    }
    return null
  }

  #switch(node: syntax.SwitchNode): Value {
    const subject = this.value(node.subject)
    const isLiteral = (choice: syntax.SwitchCase): boolean =>
      choice.literals.some(
        (value) => typeName(value) === typeName(subject) && isEqual(value, subject),
      )
    const isInRange = (choice: syntax.SwitchCase): boolean =>
      choice.ranges.some((range) => range instanceof RangeValue && isWithin(range, subject))
    // Single values are looked at before ranges, and the default last.
    for (const isChosen of [
      isLiteral,
      isInRange,
      (choice: syntax.SwitchCase) => choice.isDefault,
    ]) {
      for (const choice of node.cases) {
        if (!isChosen(choice)) continue
        if (choice.condition === null || this.#truth(choice.condition))
          return this.value(choice.body)
      }
    }
    return null
  }

  #try(node: syntax.TryNode): Value {
    const { scope } = this.#frame
    const mark = scope.size
    try {
      return this.value(node.body)
    } catch (error) {
      if (!(error instanceof ScriptError) || error.kind !== 'runtime') throw error
      scope.rewind(mark)
      if (node.error !== null) {
        this.#declare(node.error, { value: caughtValue(error), isConst: false }, node.place)
      }
      const value = this.value(node.handler)
      scope.rewind(mark)
      return value
    }
  }

  #jump(node: syntax.JumpNode): never {
    const value = node.value === null ? null : this.#stored(node.value)
    if (node.kind === 'throw') throw new ThrownError(value, node.place)
    throw node.kind === 'return'
      ? new ReturnJump(value)
      : new LoopJump(node.kind === 'break', value)
  }

  #assign(node: syntax.AssignNode): Value {
    const { operator, place } = node
    const value = operator === '??' ? null : this.#stored(node.value)
    const target = this.#reference(node.target)
    if (target === null) return null
    if (target.isConst) throw runtimeError('a constant cannot be changed', place)
    if (operator === null) this.#write(target, value, place)
    else if (operator === '??') {
      if (target.get() === null) this.#write(target, this.#stored(node.value), place)
    } else this.#update(target, operator, value, place)
    return null
  }

  #update(target: Reference, operator: syntax.BinaryOperator, value: Value, place: Place): void {
    const old = target.get()
    if (operator === '+' && Array.isArray(old)) {
      // Adds to the array itself instead of building it anew.
      const method = Array.isArray(value) ? 'append' : 'push'
      this.#calls.callBuiltin(target, method, [value], place)
    } else if (operator === '+' && old instanceof Map && value instanceof Map) {
      this.#calls.callBuiltin(target, 'mixin', [value], place)
    } else this.#write(target, this.#binary(operator, old, value, place), place)
  }

  #write(target: Reference, value: Value, place: Place): void {
    target.set(value)
    if (target instanceof KeyReference) this.#meter.checkSize(target.map.size, place)
  }

  #cell(name: string, place: Place): Cell {
    const cell = this.#frame.scope.find(name)
    if (cell === null) throw runtimeError(`there is no variable ${name}`, place)
    return cell
  }

  #declare(name: string, cell: Cell, place: Place): void {
    if (this.#frame.scope.declare(name, cell)) return
    throw limitError(`more than ${SCRIPT_VARIABLES_MAX} variables`, place)
  }

  /** The place an expression stands for; null when `?.` ended the chain. */
  #reference(node: syntax.Node): Reference | null {
    switch (node.kind) {
      case 'variable':
        return new CellReference(this.#cell(node.name, node.place))
      case 'this':
        if (this.#frame.self === null) throw runtimeError('there is no this here', node.place)
        return this.#frame.self
      case 'property': {
        const object = this.#chained(node)
        if (object === null) return null
        return propertyOf(object, node.name, node.place) ?? this.#readProperty(object, node)
      }
      case 'index': {
        const index = this.value(node.index)
        const object = this.#chained(node)
        return object === null ? null : elementOf(object, index, node.place)
      }
      case 'methodCall':
        return this.#methodCall(node)
      default:
        return new TemporaryReference(this.value(node))
    }
  }

  /** The object of a chain's link, or null when the chain ends here. */
  #chained(node: syntax.PropertyNode | syntax.IndexNode | syntax.MethodCallNode): Reference | null {
    this.#meter.step(node.place)
    const object = this.#reference(node.object)
    return node.isOptional && object?.get() === null ? null : object
  }

  /** A property of something that is no map: some built-in functions can be read without parentheses. */
  #readProperty(object: Reference, node: syntax.PropertyNode): Reference {
    if (!PROPERTIES.has(node.name)) {
      const kind = typeName(object.get())
      throw runtimeError(`there is no property ${node.name} in a value of kind ${kind}`, node.place)
    }
    return new TemporaryReference(this.#calls.callBuiltin(object, node.name, [], node.place))
  }

  #call(node: syntax.CallNode): Value {
    const { name, args, place } = node
    const values = (): Value[] => args.map((arg) => this.value(arg))
    const value = this.#calls.callByName(name, values, place, args.length)
    if (value !== undefined) return value
    // `f(x, y)` is `x.f(y)` for built-in functions, which may change x.
    const [first, ...rest] = args
    const others = rest.map((arg) => this.value(arg))
    const self = first === undefined ? null : this.#reference(first)
    return this.#calls.callBuiltin(self ?? new TemporaryReference(null), name, others, place)
  }

  #methodCall(node: syntax.MethodCallNode): Reference | null {
    const args = node.args.map((arg) => this.value(arg))
    const object = this.#chained(node)
    if (object === null) return null
    return new TemporaryReference(this.#calls.callMethod(object, node.name, args, node.place))
  }
}

function entryCountOf(value: Value): number {
  if (Array.isArray(value)) return value.length
  return value instanceof Map ? value.size : 0
}

function textLengthOf(value: Value): number {
  return typeof value === 'string' ? value.length : 0
}

function isWithin(range: RangeValue, value: Value): boolean {
  if (typeof value === 'bigint') return range.contains(value)
  if (typeof value !== 'number' || value < range.start) return false
  return range.isInclusive ? value <= range.end : value < range.end
}

/** What a script sees of an error: the value it threw itself, or a description. */
function caughtValue(error: ScriptError): Value {
  if (error instanceof ThrownError) return error.value
  const caught: MapValue = new Map<string, Value>([
    ['message', error.fault],
    ['line', BigInt(error.line)],
    ['position', BigInt(error.column)],
  ])
  return caught
}
