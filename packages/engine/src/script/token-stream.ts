import type { Token } from './lexer.ts'
import { ScriptError } from './script-error.ts'
import type { Place } from './script-error.ts'
import {
  SCRIPT_EXPRESSION_DEPTH_MAX,
  SCRIPT_FUNCTION_EXPRESSION_DEPTH_MAX,
} from './script-limits.ts'
import type { BlockNode, Node } from './syntax.ts'

/** A variable that the parser has seen declared. */
export interface DeclaredName {
  readonly name: string
  readonly isConst: boolean
}

/** The part of the parser that expressions need: blocks and statements can stand inside them. */
export interface StatementParser {
  statement(stream: TokenStream): Node
  block(stream: TokenStream): BlockNode
  /** A construct that starts with a keyword and can be a value; null when there is none. */
  construct(stream: TokenStream): Node | null
}

/** Tokens being read, and what surrounds the current one: visible names, loops, functions, depth. */
export class TokenStream {
  /** Variables visible here, innermost last. */
  names: DeclaredName[] = []
  /** Names of variables read since the innermost closure began; null outside closures. */
  freeNames: Set<string> | null = null
  readonly statements: StatementParser
  readonly #tokens: readonly Token[]
  #index = 0
  #depth = 0
  #isInFunction = false
  #isInLoop = false

  constructor(tokens: readonly Token[], statements: StatementParser) {
    this.#tokens = tokens
    this.statements = statements
  }

  get token(): Token {
    return this.#tokens[this.#index]!
  }

  get place(): Place {
    return this.token.place
  }

  get isAtEnd(): boolean {
    return this.token.kind === 'end'
  }

  next(): Token {
    const { token } = this
    if (token.kind !== 'end') this.#index++
    return token
  }

  /** The symbol at this place, or null when something else is there. */
  peekSymbol(): string | null {
    return this.token.kind === 'symbol' ? this.token.text : null
  }

  isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text
  }

  takeSymbol(text: string): boolean {
    return this.#take(this.isSymbol(text))
  }

  expectSymbol(text: string): void {
    if (!this.takeSymbol(text)) throw this.fault(`expected ${text}`)
  }

  isKeyword(text: string): boolean {
    return this.token.kind === 'keyword' && this.token.text === text
  }

  takeKeyword(text: string): boolean {
    return this.#take(this.isKeyword(text))
  }

  takeName(text: string): boolean {
    return this.#take(this.token.kind === 'name' && this.token.text === text)
  }

  expectName(what: string): string {
    const { token } = this
    if (token.kind !== 'name' || /^_+$/.test(token.text)) throw this.fault(`expected ${what}`)
    this.#index++
    return token.text
  }

  /** A syntax error at the current token. */
  fault(fault: string): ScriptError {
    return new ScriptError('syntax', `${fault}, found ${describeToken(this.token)}`, this.place)
  }

  /** Runs `read` one level further down. */
  deeper<T>(place: Place, read: () => T): T {
    const max = this.#isInFunction
      ? SCRIPT_FUNCTION_EXPRESSION_DEPTH_MAX
      : SCRIPT_EXPRESSION_DEPTH_MAX
    if (this.#depth >= max) {
      throw new ScriptError('syntax', `nested more than ${max} levels deep`, place)
    }
    this.#depth++
    const result = read()
    this.#depth--
    return result
  }

  insideLoop<T>(read: () => T): T {
    const outer = this.#isInLoop
    this.#isInLoop = true
    const result = read()
    this.#isInLoop = outer
    return result
  }

  /** Runs `read` for a function body, which sees its parameters only. */
  insideFunction<T>(params: readonly string[], read: () => T): T {
    const outerNames = this.names
    this.names = params.map((name) => ({ name, isConst: false }))
    this.#isInFunction = true
    const result = this.#outsideLoop(read)
    this.#isInFunction = false
    this.names = outerNames
    return result
  }

  /** Runs `read` for a closure body; returns the names it uses besides its parameters. */
  insideClosure<T>(params: readonly string[], read: () => T): { result: T; freeNames: string[] } {
    const outerFree = this.freeNames
    const mark = this.names.length
    this.freeNames = new Set()
    this.names.push(...params.map((name) => ({ name, isConst: false })))
    const result = this.#outsideLoop(read)
    this.names.length = mark
    const freeNames = [...this.freeNames].filter((name) => !params.includes(name))
    for (const name of freeNames) outerFree?.add(name)
    this.freeNames = outerFree
    return { result, freeNames }
  }

  /** Runs `read` on the tokens of a template's part, with the same surroundings. */
  inside<T>(tokens: readonly Token[], read: (stream: TokenStream) => T): T {
    const inner = new TokenStream(tokens, this.statements)
    inner.names = this.names
    inner.freeNames = this.freeNames
    inner.#depth = this.#depth
    inner.#isInFunction = this.#isInFunction
    inner.#isInLoop = this.#isInLoop
    return read(inner)
  }

  requireLoop(word: string, place: Place): void {
    if (!this.#isInLoop) throw new ScriptError('syntax', `${word} outside of a loop`, place)
  }

  #outsideLoop<T>(read: () => T): T {
    const outer = this.#isInLoop
    this.#isInLoop = false
    const result = read()
    this.#isInLoop = outer
    return result
  }

  #take(isThere: boolean): boolean {
    if (isThere) this.#index++
    return isThere
  }
}

function describeToken(token: Token): string {
  switch (token.kind) {
    case 'end':
      return 'the end'
    case 'literal':
      return 'a literal'
    case 'template':
      return 'a template'
    default:
      return token.text
  }
}
