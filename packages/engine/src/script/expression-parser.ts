// Tokens → syntax tree: expressions, by precedence climbing.

import type { Token } from './lexer.ts'
import type { BinaryOperator, BlockNode, LogicalNode, MapNode, Node } from './syntax.ts'
import type { TokenStream } from './token-stream.ts'

type Operator = BinaryOperator | LogicalNode['operator']

/** Operators from the loosest to the tightest. */
const PRECEDENCES: readonly (readonly [number, readonly Operator[]])[] = [
  [30, ['||', '|', '^']],
  [60, ['&&', '&']],
  [90, ['==', '!=']],
  [110, ['in', '!in']],
  [130, ['<', '<=', '>', '>=']],
  [135, ['??']],
  [140, ['..', '..=']],
  [150, ['+', '-']],
  [180, ['*', '/', '%']],
  [190, ['**']],
  [210, ['<<', '>>']],
]

const OPERATORS: ReadonlyMap<string, { operator: Operator; precedence: number }> = new Map(
  PRECEDENCES.flatMap(([precedence, operators]) =>
    operators.map((operator) => [operator, { operator, precedence }] as const),
  ),
)

/** Reads an expression whose operators bind at least as tightly as `precedenceMin`. */
export function parseExpression(stream: TokenStream, precedenceMin = 0): Node {
  return stream.deeper(stream.place, () => parseOperators(stream, precedenceMin))
}

function parseOperators(stream: TokenStream, precedenceMin: number): Node {
  let left = parseUnary(stream)
  for (;;) {
    const symbol = stream.isKeyword('in') ? 'in' : stream.peekSymbol()
    const found = symbol === null ? undefined : OPERATORS.get(symbol)
    if (found === undefined || found.precedence < precedenceMin) return left
    const { operator, precedence } = found
    const { place } = stream
    stream.next()
    // Powers group from the right, everything else from the left.
    const right = parseExpression(stream, operator === '**' ? precedence : precedence + 1)
    left =
      operator === '&&' || operator === '||' || operator === '??'
        ? { kind: 'logical', operator, left, right, place }
        : { kind: 'binary', operator, left, right, place }
  }
}

function parseUnary(stream: TokenStream): Node {
  const { place } = stream
  for (const operator of ['-', '+', '!'] as const) {
    if (stream.takeSymbol(operator)) {
      const operand = stream.deeper(place, () => parseUnary(stream))
      return { kind: 'unary', operator, operand, place }
    }
  }
  return parseChain(stream, parsePrimary(stream))
}

/** Reads what follows a value: properties, elements and method calls. */
function parseChain(stream: TokenStream, start: Node): Node {
  let node = start
  for (;;) {
    const { place } = stream
    const symbol = stream.peekSymbol()
    if (symbol === '.' || symbol === '?.') {
      stream.next()
      const isOptional = symbol === '?.'
      const name = stream.expectName('a property name')
      node = stream.takeSymbol('(')
        ? {
            kind: 'methodCall',
            object: node,
            name,
            args: parseArguments(stream),
            isOptional,
            place,
          }
        : { kind: 'property', object: node, name, isOptional, place }
    } else if (symbol === '[' || symbol === '?[') {
      stream.next()
      const index = parseExpression(stream)
      stream.expectSymbol(']')
      node = { kind: 'index', object: node, index, isOptional: symbol === '?[', place }
    } else return node
  }
}

function parsePrimary(stream: TokenStream): Node {
  const { token, place } = stream
  switch (token.kind) {
    case 'literal':
      stream.next()
      return { kind: 'literal', value: token.value, place }
    case 'template':
      stream.next()
      return { kind: 'template', parts: parseTemplateParts(stream, token.parts), place }
    case 'name':
      return parseName(stream)
    case 'keyword': {
      if (stream.takeKeyword('this')) return { kind: 'this', place }
      const construct = stream.statements.construct(stream)
      if (construct === null) throw stream.fault('expected a value')
      return construct
    }
    case 'symbol':
      return parseSymbol(stream, token.text)
    default:
      throw stream.fault('expected a value')
  }
}

function parseName(stream: TokenStream): Node {
  const { place } = stream
  const name = stream.expectName('a name')
  if (stream.takeSymbol('(')) {
    // A variable may hold what is called.
    stream.freeNames?.add(name)
    return { kind: 'call', name, args: parseArguments(stream), place }
  }
  stream.freeNames?.add(name)
  return { kind: 'variable', name, place }
}

function parseSymbol(stream: TokenStream, symbol: string): Node {
  const { place } = stream
  if (symbol === '{') return stream.statements.block(stream)
  if (!['(', '[', '#{', '|', '||'].includes(symbol)) throw stream.fault('expected a value')
  stream.next()
  switch (symbol) {
    case '(': {
      if (stream.takeSymbol(')')) return { kind: 'literal', value: null, place }
      const inner = parseExpression(stream)
      stream.expectSymbol(')')
      return inner
    }
    case '[':
      return { kind: 'array', items: parseItems(stream, ']'), place }
    case '#{':
      return parseMap(stream, place)
    default: {
      const params = symbol === '|' ? parseParams(stream, '|') : []
      const { result, freeNames } = stream.insideClosure(params, () =>
        stream.deeper(place, () => stream.statements.statement(stream)),
      )
      return { kind: 'closure', params, body: result, freeNames, place }
    }
  }
}

function parseTemplateParts(
  stream: TokenStream,
  parts: readonly (string | readonly Token[])[],
): (string | BlockNode)[] {
  return parts.map((part) =>
    typeof part === 'string' ? part : stream.inside(part, parseTemplateBlock),
  )
}

/** A part of a template is a block without braces: several statements may stand in it. */
function parseTemplateBlock(stream: TokenStream): BlockNode {
  const { place } = stream
  const statements: Node[] = []
  const mark = stream.names.length
  stream.deeper(place, () => {
    while (!stream.isAtEnd) {
      statements.push(stream.statements.statement(stream))
      if (!stream.takeSymbol(';') && !stream.isAtEnd) throw stream.fault('expected ;')
    }
  })
  stream.names.length = mark
  return { kind: 'block', statements, place }
}

function parseArguments(stream: TokenStream): Node[] {
  return parseItems(stream, ')')
}

function parseItems(stream: TokenStream, close: ')' | ']'): Node[] {
  const items: Node[] = []
  while (!stream.takeSymbol(close)) {
    items.push(parseExpression(stream))
    if (!stream.isSymbol(close)) stream.expectSymbol(',')
  }
  return items
}

function parseMap(stream: TokenStream, place: MapNode['place']): MapNode {
  const entries: { key: string; value: Node }[] = []
  while (!stream.takeSymbol('}')) {
    const key = parseKey(stream)
    if (entries.some((entry) => entry.key === key)) {
      throw stream.fault(`the key ${JSON.stringify(key)} is there twice`)
    }
    stream.expectSymbol(':')
    entries.push({ key, value: parseExpression(stream) })
    if (!stream.isSymbol('}')) stream.expectSymbol(',')
  }
  return { kind: 'map', entries, place }
}

function parseKey(stream: TokenStream): string {
  const { token } = stream
  if (token.kind === 'literal' && typeof token.value === 'string') {
    stream.next()
    return token.value
  }
  return stream.expectName('a key')
}

/** Reads parameter names up to and with the closing symbol. */
export function parseParams(stream: TokenStream, close: ')' | '|'): string[] {
  const params: string[] = []
  while (!stream.takeSymbol(close)) {
    const name = stream.expectName('a parameter name')
    if (params.includes(name)) throw stream.fault(`the parameter ${name} is there twice`)
    params.push(name)
    if (!stream.isSymbol(close)) stream.expectSymbol(',')
  }
  return params
}
