// JSON and NDJSON uploads. Bytes are scanned once for where each document begins and ends; the runtime's own parser then
// says whether the slice is JSON, and the slice itself goes out, never a copy made from parsed values. Bytes are given
// to the parser as Latin-1, which is cheaper than decoding and the same to a grammar made of ASCII; that they are UTF-8
// is checked apart.

import { isUtf8 } from 'node:buffer'

import { JsonSyntaxError, parseJson } from '../http/parse-json.ts'
import { type DocumentParser, PayloadSyntaxError } from './document-parser.ts'

const NEWLINE = Buffer.from('\n')
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
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
  #expectation: Expectation
  #isInArray = false
  // The document being read: its bytes of earlier parts, and where the scan stands.
  #isInDocument = false
  #earlierBytes: Buffer[] = []
  #depth = 0
  #isInString = false
  #isEscaped = false
  // Where the part and a document begun in an earlier part start, for messages.
  #line = 1
  #column = 1
  #documentAt: Position = { line: 1, column: 1 }
  // Most NDJSON has one document per line, which saves the scan; the first line that has not ends this.
  #tryLines: boolean

  constructor(format: 'json' | 'ndjson') {
    this.#format = format
    this.#expectation = format === 'json' ? 'array or document' : 'document or end'
    this.#tryLines = format === 'ndjson'
  }

  push(part: Buffer): Buffer {
    const lines: Buffer[] = []
    let at = 0
    while (at < part.length) {
      at = this.#isInDocument ? this.#scan(part, at, lines) : this.#between(part, at, lines)
    }
    this.#advance(part)
    return Buffer.concat(lines)
  }

  end(): Buffer {
    if (this.#isInDocument) this.#fail('a document is not closed at the end of the body', null, 0)
    if (this.#expectation !== 'nothing' && this.#expectation !== 'document or end') {
      this.#fail(`the body ends where ${EXPECTED[this.#expectation]} was expected`, null, 0)
    }
    return Buffer.alloc(0)
  }

  // One byte outside documents; returns where to go on.
  #between(part: Buffer, at: number, lines: Buffer[]): number {
    const byte = part[at]
    if (byte === 0x20 || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 0x09)
      return at + 1
    if (byte === OPEN_BRACE && OPENS_DOCUMENT.has(this.#expectation)) {
      return this.#open(part, at, lines)
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
      const found =
        byte !== undefined && byte > 0x20 && byte < 0x7f
          ? ` \`${String.fromCharCode(byte)}\``
          : ' byte'
      this.#fail(`unexpected${found}, expected ${EXPECTED[this.#expectation]}`, part, at)
    }
    return at + 1
  }

  #open(part: Buffer, at: number, lines: Buffer[]): number {
    if (this.#tryLines) {
      const lineEnd = part.indexOf(LINE_FEED, at)
      if (lineEnd > 0 && isObject(part, at, lineEnd)) {
        const end = part[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd
        lines.push(part.subarray(at, end), NEWLINE)
        this.documentCount++
        return lineEnd + 1
      }
      if (lineEnd > 0) this.#tryLines = false
    }
    this.#isInDocument = true
    this.#depth = 0
    this.#isInString = false
    this.#isEscaped = false
    return this.#scan(part, at, lines)
  }

  // Goes through the bytes of a document, which begin at `start` in this part.
  #scan(part: Buffer, start: number, lines: Buffer[]): number {
    let depth = this.#depth
    let isInString = this.#isInString
    let isEscaped = this.#isEscaped
    for (let at = start; at < part.length; at++) {
      const byte = part[at]!
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInString = false
      } else if (byte === QUOTE) isInString = true
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) {
        this.#close(part, start, at + 1, lines)
        return at + 1
      }
    }
    this.#depth = depth
    this.#isInString = isInString
    this.#isEscaped = isEscaped
    if (this.#earlierBytes.length === 0) this.#documentAt = this.#positionAt(part, start)
    // The part's memory may be reused by the stream, so the beginning of a document is copied.
    this.#earlierBytes.push(Buffer.from(part.subarray(start)))
    return part.length
  }

  #close(part: Buffer, start: number, end: number, lines: Buffer[]): void {
    const lastBytes = part.subarray(start, end)
    const isWhole = this.#earlierBytes.length === 0
    const bytes = isWhole ? lastBytes : Buffer.concat([...this.#earlierBytes, lastBytes])
    this.#isInDocument = false
    this.#earlierBytes = []
    if (!isObject(bytes, 0, bytes.length)) {
      explain(bytes, isWhole ? this.#positionAt(part, start) : this.#documentAt)
    }
    lines.push(onOneLine(bytes, isWhole), NEWLINE)
    this.documentCount++
    if (this.#format === 'json') this.#expectation = this.#isInArray ? 'comma or end' : 'nothing'
  }

  #fail(what: string, part: Buffer | null, at: number): never {
    const { line, column } =
      part === null ? { line: this.#line, column: this.#column } : this.#positionAt(part, at)
    throw new PayloadSyntaxError(`${what} at line ${line}, column ${column}`)
  }

  #positionAt(part: Buffer, offset: number): Position {
    if (offset === 0) return { line: this.#line, column: this.#column }
    let line = this.#line
    let lineStart = -1
    for (
      let at = part.indexOf(LINE_FEED);
      at >= 0 && at < offset;
      at = part.indexOf(LINE_FEED, at + 1)
    ) {
      line++
      lineStart = at
    }
    return { line, column: lineStart < 0 ? this.#column + offset : offset - lineStart }
  }

  #advance(part: Buffer): void {
    const { line, column } = this.#positionAt(part, part.length)
    this.#line = line
    this.#column = column
  }
}

// Line and column count from one.
interface Position {
  readonly line: number
  readonly column: number
}

// The careful parser knows what is wrong with a document that the runtime refused.
function explain(bytes: Buffer, start: Position): never {
  if (!isUtf8(bytes)) {
    throw new PayloadSyntaxError(`the document at line ${start.line} is not valid UTF-8`)
  }
  try {
    parseJson(bytes.toString('utf8'))
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const line = start.line + error.line - 1
    const column = error.line === 1 ? start.column + error.column - 1 : error.column
    throw new PayloadSyntaxError(`${error.what} at line ${line}, column ${column}`)
  }
  throw new PayloadSyntaxError(`the document at line ${start.line} is not valid`)
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

function isObject(bytes: Buffer, start: number, end: number): boolean {
  try {
    JSON.parse(bytes.toString('latin1', start, end))
  } catch {
    return false
  }
  return isUtf8(bytes.subarray(start, end))
}

// Valid JSON holds line breaks only between its tokens, where a space means the same.
function onOneLine(bytes: Buffer, isShared: boolean): Buffer {
  if (!bytes.includes(LINE_FEED) && !bytes.includes(CARRIAGE_RETURN)) return bytes
  const line = isShared ? Buffer.from(bytes) : bytes
  for (let at = 0; at < line.length; at++) {
    if (line[at] === LINE_FEED || line[at] === CARRIAGE_RETURN) line[at] = 0x20
  }
  return line
}
