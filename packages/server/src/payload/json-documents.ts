// JSON and NDJSON uploads. Every byte is looked at once, by the checker, and goes out as it came, never as a copy made from
// parsed values; only what stands between documents, and line breaks inside of them, change.

import { isUtf8 } from 'node:buffer'

import {
  IS_OPEN,
  IS_WRONG,
  type JsonChecker,
  openJsonChecker,
  shownCharacter,
} from '@sextant/engine'

import { type DocumentParser, PayloadSyntaxError } from './document-parser.ts'

const NEWLINE = Buffer.from('\n')
const NOTHING = Buffer.alloc(0)
const NO_SLICE = -1
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

// What may come next outside a document.
type Expectation =
  | 'document or end' // NDJSON, always
  | 'array or document' // JSON, at the very start
  | 'first item' // after `[`
  | 'item' // after a comma
  | 'comma or end' // after an item
  | 'nothing' // after the single object or the closing bracket

/** Parses a JSON array of objects, one JSON object, or NDJSON. */
export class JsonDocuments implements DocumentParser {
  documentCount = 0
  readonly #format: 'json' | 'ndjson'
  readonly #checker: JsonChecker
  #expectation: Expectation
  #isInArray = false
  #isInDocument = false
  // The line at hand, for messages, and where it starts in this part; below zero when it began in an earlier one.
  #line = 1
  #lineStart = 0
  // The first bytes of a character that the last part ended in.
  #cutCharacter: Buffer = NOTHING
  // Slices of the part that go out. One may hold many documents: those of NDJSON mostly stand as they should.
  #slices: Buffer[] = []
  #sliceStart = NO_SLICE
  #documentStart = 0

  constructor(format: 'json' | 'ndjson') {
    this.#format = format
    this.#checker = openJsonChecker({ followsLines: format === 'ndjson' })
    this.#expectation = format === 'json' ? 'array or document' : 'document or end'
  }

  push(part: Buffer): Buffer {
    this.#checkCharacters(part)
    this.#checker.take(part)
    this.#slices = []
    this.#documentStart = 0
    this.#sliceStart = this.#isInDocument ? 0 : NO_SLICE
    let at = 0
    while (at < part.length) {
      at = this.#isInDocument ? this.#document(part, at) : this.#between(part, at)
    }
    if (this.#isInDocument) this.#endSlice(part, part.length)
    this.#lineStart -= part.length
    return this.#slices.length === 1 ? this.#slices[0]! : Buffer.concat(this.#slices)
  }

  end(): Buffer {
    if (this.#cutCharacter.length > 0) this.#fail('the body ends inside a character', null, 0)
    if (this.#isInDocument) this.#fail('a document is not closed at the end of the body', null, 0)
    if (this.#expectation !== 'nothing' && this.#expectation !== 'document or end') {
      this.#fail(`the body ends where ${EXPECTED[this.#expectation]} was expected`, null, 0)
    }
    return NOTHING
  }

  // One byte outside documents; returns where to go on.
  #between(part: Buffer, at: number): number {
    const byte = part[at]
    if (byte === LINE_FEED) return this.#newLine(at)
    if (byte === 0x20 || byte === CARRIAGE_RETURN || byte === 0x09) return at + 1
    if (byte === OPEN_BRACE && OPENS_DOCUMENT.has(this.#expectation)) {
      this.#isInDocument = true
      this.#documentStart = at
      if (this.#sliceStart === NO_SLICE) this.#sliceStart = at
      this.#checker.start()
      return at
    }
    if (byte === OPEN_BRACKET && this.#expectation === 'array or document') {
      this.#isInArray = true
      this.#expectation = 'first item'
    } else if (byte === COMMA && this.#expectation === 'comma or end') {
      this.#expectation = 'item'
    } else if (
      byte === CLOSE_BRACKET &&
      (this.#expectation === 'comma or end' || this.#expectation === 'first item')
    ) {
      this.#expectation = 'nothing'
    } else {
      const expected = EXPECTED[this.#expectation]
      this.#fail(`unexpected ${shownCharacter(part, at)}, expected ${expected}`, part, at)
    }
    return at + 1
  }

  // The bytes of a document from `at` on; returns where to go on.
  #document(part: Buffer, at: number): number {
    const end = this.#checker.check(at)
    if (this.#checker.passedCount > 0) this.#passLines()
    if (end === IS_OPEN) return part.length
    if (end === IS_WRONG) this.#fail(this.#checker.mistake, part, this.#checker.mistakeAt)
    this.#isInDocument = false
    this.documentCount++
    if (this.#format === 'json') this.#expectation = this.#isInArray ? 'comma or end' : 'nothing'
    else if (part[end] === LINE_FEED && part[end + 1] === OPEN_BRACE) {
      if (!this.#checker.hasLineBreak) return this.#newLine(end)
    }
    this.#endSlice(part, end)
    this.#slices.push(NEWLINE)
    return end
  }

  // A line break inside a document stands between its tokens, where a space means the same.
  #endSlice(part: Buffer, end: number): void {
    if (this.#checker.hasLineBreak) {
      const line = Buffer.from(part.subarray(this.#documentStart, end))
      for (let at = 0; at < line.length; at++) {
        if (line[at] === LINE_FEED) this.#newLine(this.#documentStart + at)
        if (line[at] === LINE_FEED || line[at] === CARRIAGE_RETURN) line[at] = 0x20
      }
      this.#slices.push(part.subarray(this.#sliceStart, this.#documentStart), line)
      this.#checker.hasLineBreak = false
    } else {
      this.#slices.push(part.subarray(this.#sliceStart, end))
    }
    this.#sliceStart = NO_SLICE
  }

  #checkCharacters(part: Buffer): void {
    const bytes = this.#cutCharacter.length > 0 ? Buffer.concat([this.#cutCharacter, part]) : part
    const end = bytes.length - cutCharacterLength(bytes)
    if (!isUtf8(bytes.subarray(0, end))) {
      throw new PayloadSyntaxError(
        `the body is not valid UTF-8 at line ${this.#line + badLine(bytes.subarray(0, end))}`,
      )
    }
    // copied, for the part's memory may be used again
    this.#cutCharacter = end === bytes.length ? NOTHING : Buffer.from(bytes.subarray(end))
  }

  // Documents that stood as they should, a line each.
  #passLines(): void {
    const { passedCount, passedTo } = this.#checker
    this.documentCount += passedCount
    this.#line += passedCount
    this.#lineStart = passedTo
    this.#documentStart = passedTo
    this.#checker.passedCount = 0
  }

  /** Passes the line feed at `at`; returns where to go on. */
  #newLine(at: number): number {
    this.#line++
    this.#lineStart = at + 1
    return at + 1
  }

  /** Fails at an offset of the part; without a part, at its end. Line and column count from one. */
  #fail(what: string, part: Buffer | null, at: number): never {
    if (part !== null && this.#isInDocument) {
      // line breaks of the document at hand are not counted yet
      let lineEnd = part.indexOf(LINE_FEED, this.#documentStart)
      for (; lineEnd >= 0 && lineEnd < at; lineEnd = part.indexOf(LINE_FEED, lineEnd + 1)) {
        this.#newLine(lineEnd)
      }
    }
    throw new PayloadSyntaxError(
      `${what} at line ${this.#line}, column ${at - this.#lineStart + 1}`,
    )
  }
}

/** How many bytes at the end begin a character and do not end it. */
function cutCharacterLength(bytes: Uint8Array): number {
  for (let length = 1; length <= 3 && length <= bytes.length; length++) {
    const byte = bytes[bytes.length - length]!
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const whole = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return whole > length ? length : 0
  }
  return 0
}

/** How many lines come before the one that is not UTF-8. */
function badLine(bytes: Buffer): number {
  let line = 0
  let start = 0
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line
    line++
    start = end + 1
  }
}

const OPENS_DOCUMENT: ReadonlySet<Expectation> = new Set([
  'document or end',
  'array or document',
  'first item',
  'item',
])

const EXPECTED: Readonly<Record<Expectation, string>> = {
  'document or end': 'an object',
  'array or document': 'an array of objects or an object',
  'first item': 'an object or `]`',
  item: 'an object',
  'comma or end': '`,` or `]`',
  nothing: 'nothing more',
}
