// Tokens → syntax tree: statements and blocks. Expressions are read by expression-parser.ts, which finds its way back here
// through the token stream.

import { parseExpression, parseParams } from './expression-parser.ts'
import { tokenizeScript } from './lexer.ts'
import { SCRIPT_FUNCTIONS_MAX } from './script-limits.ts'
import type {
  BinaryOperator,
  BlockNode,
  ForNode,
  FunctionNode,
  IfNode,
  LetNode,
  LoopNode,
  Node,
  Program,
  SwitchCase,
  SwitchNode,
  TryNode,
} from './syntax.ts'
import { TokenStream } from './token-stream.ts'
import { RangeValue } from './values.ts'
import type { Value } from './values.ts'

/** Reads a whole script; throws `ScriptError` of kind `syntax`. */
export function parseScript(source: string): Program {
  const stream = new TokenStream(tokenizeScript(source), {
    statement: parseStatement,
    block: parseBlock,
    construct: parseConstruct,
  })
  const functions = new Map<string, FunctionNode>()
  const place = stream.place
  const statements: Node[] = []
  while (!stream.isAtEnd) {
    if (stream.isKeyword('fn') || stream.isKeyword('private')) parseFunction(stream, functions)
    else parseTerminatedStatement(stream, statements)
  }
  return { body: { kind: 'block', statements, place }, functions }
}

/** Reads one statement, which may be an expression, without its semicolon. */
function parseStatement(stream: TokenStream): Node {
  const { place } = stream
  if (stream.isSymbol('{')) return parseBlock(stream)
  if (stream.takeKeyword('let')) return parseLet(stream, false)
  if (stream.takeKeyword('const')) return parseLet(stream, true)
  for (const kind of ['return', 'throw'] as const) {
    if (stream.takeKeyword(kind)) return { kind, value: parseJumpValue(stream), place }
  }
  if (stream.takeKeyword('break')) {
    stream.requireLoop('break', place)
    return { kind: 'break', value: parseJumpValue(stream), place }
  }
  if (stream.takeKeyword('continue')) {
    stream.requireLoop('continue', place)
    return { kind: 'continue', value: null, place }
  }
  const construct = parseConstruct(stream)
  if (construct !== null) return construct
  return parseAssignment(stream, parseExpression(stream))
}

/** Reads `{ … }`, with a scope of its own. */
function parseBlock(stream: TokenStream): BlockNode {
  const { place } = stream
  stream.expectSymbol('{')
  const statements: Node[] = []
  const mark = stream.names.length
  stream.deeper(place, () => {
    while (!stream.isSymbol('}')) {
      if (stream.isKeyword('fn')) throw stream.fault('functions stand at the top of a script only')
      if (stream.isAtEnd) throw stream.fault('expected } to close the block')
      parseTerminatedStatement(stream, statements)
    }
  })
  stream.names.length = mark
  stream.expectSymbol('}')
  return { kind: 'block', statements, place }
}

/** Reads a construct that starts with a keyword and can also be a value; null when there is none. */
function parseConstruct(stream: TokenStream): Node | null {
  const { place } = stream
  if (stream.takeKeyword('if')) return parseIf(stream, place)
  if (stream.takeKeyword('switch')) return parseSwitch(stream, place)
  if (stream.takeKeyword('while')) {
    const condition = parseExpression(stream)
    const body = parseLoopBody(stream)
    return { kind: 'loop', condition, endsOn: false, isCheckedAfter: false, body, place }
  }
  if (stream.takeKeyword('loop')) {
    const body = parseLoopBody(stream)
    return { kind: 'loop', condition: null, endsOn: false, isCheckedAfter: false, body, place }
  }
  if (stream.takeKeyword('do')) return parseDo(stream, place)
  if (stream.takeKeyword('for')) return parseFor(stream, place)
  if (stream.takeKeyword('try')) return parseTry(stream, place)
  return null
}

const ASSIGNMENTS: ReadonlyMap<string, BinaryOperator | '??' | null> = new Map([
  ['=', null],
  ['+=', '+'],
  ['-=', '-'],
  ['*=', '*'],
  ['/=', '/'],
  ['%=', '%'],
  ['**=', '**'],
  ['<<=', '<<'],
  ['>>=', '>>'],
  ['&=', '&'],
  ['|=', '|'],
  ['^=', '^'],
  ['??=', '??'],
])

function parseAssignment(stream: TokenStream, target: Node): Node {
  const symbol = stream.peekSymbol()
  const operator = symbol === null ? undefined : ASSIGNMENTS.get(symbol)
  if (operator === undefined) return target
  const { place } = stream
  checkAssignable(stream, target)
  stream.next()
  return { kind: 'assign', target, operator, value: parseExpression(stream), place }
}

/** Refuses targets that are no places, and constants where they can be seen. */
function checkAssignable(stream: TokenStream, target: Node): void {
  let root = target
  while (root.kind === 'property' || root.kind === 'index') root = root.object
  if (root.kind === 'variable') {
    const { name } = root
    const declared = stream.names.findLast((known) => known.name === name)
    if (declared?.isConst === true) throw stream.fault(`the constant ${name} cannot be assigned to`)
  } else if (target === root && root.kind !== 'this') {
    throw stream.fault('only variables, properties and elements can be assigned to')
  }
}

function parseTerminatedStatement(stream: TokenStream, statements: Node[]): void {
  if (stream.takeSymbol(';')) return
  const isBlockLike = stream.isSymbol('{') || BLOCK_LIKE.some((word) => stream.isKeyword(word))
  statements.push(parseStatement(stream))
  if (stream.takeSymbol(';') || isBlockLike || stream.isSymbol('}') || stream.isAtEnd) return
  throw stream.fault('expected ; between statements')
}

/** Statements that end with their block and need no semicolon; `do` ends with a condition. */
const BLOCK_LIKE = ['if', 'switch', 'while', 'loop', 'for', 'try']

function parseLet(stream: TokenStream, isConst: boolean): LetNode {
  const { place } = stream
  const name = stream.expectName('a variable name')
  const value = stream.takeSymbol('=') ? parseExpression(stream) : null
  stream.names.push({ name, isConst })
  return { kind: 'let', name, value, isConst, place }
}

function parseJumpValue(stream: TokenStream): Node | null {
  const isBare = stream.isAtEnd || [';', '}', ',', ')'].includes(stream.peekSymbol() ?? '')
  return isBare ? null : parseExpression(stream)
}

function parseIf(stream: TokenStream, place: IfNode['place']): IfNode {
  const condition = parseExpression(stream)
  const body = parseBlock(stream)
  let otherwise: Node | null = null
  if (stream.takeKeyword('else')) {
    const elsePlace = stream.place
    otherwise = stream.takeKeyword('if')
      ? stream.deeper(elsePlace, () => parseIf(stream, elsePlace))
      : parseBlock(stream)
  }
  return { kind: 'if', condition, body, otherwise, place }
}

function parseLoopBody(stream: TokenStream): BlockNode {
  return stream.insideLoop(() => parseBlock(stream))
}

function parseDo(stream: TokenStream, place: LoopNode['place']): LoopNode {
  const body = parseLoopBody(stream)
  const endsOn = stream.takeKeyword('until')
  if (!endsOn && !stream.takeKeyword('while')) throw stream.fault('expected while or until')
  const condition = parseExpression(stream)
  return { kind: 'loop', condition, endsOn, isCheckedAfter: true, body, place }
}

function parseFor(stream: TokenStream, place: ForNode['place']): ForNode {
  const isPair = stream.takeSymbol('(')
  const item = stream.expectName('a variable name')
  let counter: string | null = null
  if (isPair) {
    stream.expectSymbol(',')
    counter = stream.expectName('a variable name')
    stream.expectSymbol(')')
    if (counter === item) throw stream.fault(`the name ${item} is used twice`)
  }
  if (!stream.takeKeyword('in')) throw stream.fault('expected in')
  const iterable = parseExpression(stream)
  const mark = stream.names.length
  stream.names.push({ name: item, isConst: false })
  if (counter !== null) stream.names.push({ name: counter, isConst: false })
  const body = parseLoopBody(stream)
  stream.names.length = mark
  return { kind: 'for', item, counter, iterable, body, place }
}

function parseTry(stream: TokenStream, place: TryNode['place']): TryNode {
  const body = parseBlock(stream)
  if (!stream.takeKeyword('catch')) throw stream.fault('expected catch')
  let error: string | null = null
  const mark = stream.names.length
  if (stream.takeSymbol('(')) {
    error = stream.expectName('a variable name')
    stream.expectSymbol(')')
    stream.names.push({ name: error, isConst: false })
  }
  const handler = parseBlock(stream)
  stream.names.length = mark
  return { kind: 'try', body, error, handler, place }
}

function parseSwitch(stream: TokenStream, place: SwitchNode['place']): SwitchNode {
  const subject = parseExpression(stream)
  stream.expectSymbol('{')
  const cases: SwitchCase[] = []
  stream.deeper(place, () => {
    while (!stream.isSymbol('}')) {
      if (cases.at(-1)?.isDefault === true) throw stream.fault('nothing may follow the case _')
      cases.push(parseCase(stream))
      const isBlock = cases.at(-1)!.body.kind === 'block'
      if (!stream.takeSymbol(',') && !isBlock && !stream.isSymbol('}')) {
        throw stream.fault('expected , between cases')
      }
    }
  })
  stream.expectSymbol('}')
  return { kind: 'switch', subject, cases, place }
}

function parseCase(stream: TokenStream): SwitchCase {
  const literals: Value[] = []
  const ranges: Value[] = []
  const isDefault = stream.takeName('_')
  if (!isDefault) {
    do {
      const node = parseExpression(stream, CASE_PRECEDENCE)
      const value = constantOf(node)
      if (value === undefined) throw stream.fault('cases are literals or ranges')
      if (value instanceof RangeValue) ranges.push(value)
      else literals.push(value)
    } while (stream.takeSymbol('|'))
  }
  const condition = stream.takeKeyword('if') ? parseExpression(stream) : null
  if (isDefault && condition !== null) throw stream.fault('the case _ takes no condition')
  stream.expectSymbol('=>')
  return { literals, ranges, isDefault, condition, body: parseStatement(stream) }
}

/** Above `|`, which stands between the values of a case. */
const CASE_PRECEDENCE = 31

/** The value of a literal, of a range of literals, or undefined. */
function constantOf(node: Node): Value | undefined {
  if (node.kind === 'literal') return node.value
  if (node.kind === 'unary' && node.operator === '-' && node.operand.kind === 'literal') {
    const { value } = node.operand
    return typeof value === 'bigint' || typeof value === 'number' ? -value : undefined
  }
  if (node.kind === 'binary' && (node.operator === '..' || node.operator === '..=')) {
    const start = constantOf(node.left)
    const end = constantOf(node.right)
    if (typeof start !== 'bigint' || typeof end !== 'bigint') return undefined
    return new RangeValue(start, end, node.operator === '..=')
  }
  return undefined
}

function parseFunction(stream: TokenStream, functions: Map<string, FunctionNode>): void {
  stream.takeKeyword('private')
  const { place } = stream
  if (!stream.takeKeyword('fn')) throw stream.fault('expected fn')
  const name = stream.expectName('a function name')
  stream.expectSymbol('(')
  const params = parseParams(stream, ')')
  const body = stream.insideFunction(params, () => parseBlock(stream))
  const signature = `${name}/${params.length}`
  if (functions.has(signature)) throw stream.fault(`the function ${name} is defined twice`)
  if (functions.size >= SCRIPT_FUNCTIONS_MAX) {
    throw stream.fault(`a script defines at most ${SCRIPT_FUNCTIONS_MAX} functions`)
  }
  functions.set(signature, { name, params, body, place })
}
