// Request bodies as JSON. The runtime's parser does the work; a second, slower one takes over where spelling matters
// (numbers that a double cannot tell apart), where the runtime is too lenient (escaped lone surrogates), and to find
// the position of a mistake.

import { JsonNumber, type JsonObject, type JsonValue } from '../validate/json-value.ts'

/** The text is not JSON. Line and column count from one. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError'
  readonly what: string
  readonly line: number
  readonly column: number

  constructor(what: string, text: string, offset: number) {
    const before = text.slice(0, offset)
    const line = before.split('\n').length
    const column = offset - before.lastIndexOf('\n')
    super(`${what} at line ${line}, column ${column}`)
    this.what = what
    this.line = line
    this.column = column
  }
}

/** Nesting past this is refused, as a body of that shape means nothing here. */
export const BODY_DEPTH_MAX = 128

const NEEDS_CARE = /[0-9][.eE]|-0|[0-9]{16}|\\u[dD][89a-fA-F]/

/** Parses a JSON text, or throws JsonSyntaxError. */
export function parseJson(text: string): JsonValue {
  if (!NEEDS_CARE.test(text)) {
    try {
      const value: JsonValue = JSON.parse(text)
      return value
    } catch {
      // The careful parser below says where.
    }
  }
  return new Parser(text).document()
}

class Parser {
  #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): JsonValue {
    const value = this.#value()
    this.#space()
    if (this.#at < this.#text.length) this.#fail(`unexpected ${this.#shown()}`)
    return value
  }

  #value(): JsonValue {
    this.#space()
    switch (this.#text[this.#at]) {
      case '{':
        return this.#nested(() => this.#object())
      case '[':
        return this.#nested(() => this.#array())
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #nested(read: () => JsonValue): JsonValue {
    if (++this.#depth > BODY_DEPTH_MAX) this.#fail(`more than ${BODY_DEPTH_MAX} levels of nesting`)
    const value = read()
    this.#depth--
    return value
  }

  #object(): JsonObject {
    const object: JsonObject = {}
    this.#at++
    this.#space()
    if (this.#take('}')) return object
    for (;;) {
      this.#space()
      if (this.#text[this.#at] !== '"') this.#fail(`expected a field name, found ${this.#shown()}`)
      const name = this.#string()
      this.#space()
      if (!this.#take(':')) this.#fail(`expected \`:\`, found ${this.#shown()}`)
      const value = this.#value()
      // A repeated name moves nothing: the last value wins. `__proto__` must stay an ordinary name.
      Object.defineProperty(object, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
      this.#space()
      if (this.#take('}')) return object
      if (!this.#take(',')) this.#fail(`expected \`,\` or \`}\`, found ${this.#shown()}`)
    }
  }

  #array(): JsonValue[] {
    const items: JsonValue[] = []
    this.#at++
    this.#space()
    if (this.#take(']')) return items
    for (;;) {
      items.push(this.#value())
      this.#space()
      if (this.#take(']')) return items
      if (!this.#take(',')) this.#fail(`expected \`,\` or \`]\`, found ${this.#shown()}`)
    }
  }

  #string(): string {
    const start = this.#at
    let hasEscape = false
    for (this.#at++; ; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at)
      if (Number.isNaN(unit)) this.#fail('a string is not closed')
      if (unit === 0x22) break
      if (unit < 0x20) this.#fail('a control character inside a string must be escaped')
      if (unit === 0x5c) {
        hasEscape = true
        this.#at++
      }
    }
    this.#at++
    if (!hasEscape) return this.#text.slice(start + 1, this.#at - 1)
    let value: string
    try {
      value = String(JSON.parse(this.#text.slice(start, this.#at)))
    } catch {
      return this.#fail('an escape inside a string is not valid')
    }
    if (LONE_SURROGATE.test(value)) this.#fail('a string holds half of a surrogate pair')
    return value
  }

  #number(): number | JsonNumber {
    NUMBER.lastIndex = this.#at
    const spelled = NUMBER.exec(this.#text)?.[0]
    if (spelled === undefined) return this.#fail(`unexpected ${this.#shown()}`)
    this.#at += spelled.length
    const value = Number(spelled)
    return String(value) === spelled && !Object.is(value, -0) ? value : new JsonNumber(spelled)
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail(`unexpected ${this.#shown()}`)
    this.#at += word.length
    return value
  }

  #space(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return
      this.#at++
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #shown(): string {
    const point = this.#text.codePointAt(this.#at)
    return point === undefined ? 'the end of the text' : `\`${String.fromCodePoint(point)}\``
  }

  #fail(what: string): never {
    throw new JsonSyntaxError(what, this.#text, Math.min(this.#at, this.#text.length))
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
