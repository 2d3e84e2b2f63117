// CSV uploads: a header row, then one document per record. Cells are quoted with `"`, a quote inside is doubled, and a
// quoted cell may hold delimiters and line breaks. A column named `price:number` or `sold:boolean` is typed.

import { isUtf8 } from 'node:buffer'

import { shorten } from '../validate/quoting.ts'
import { type DocumentParser, PayloadSyntaxError } from './document-parser.ts'

const QUOTE = 0x22
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

type ColumnType = 'string' | 'number' | 'boolean'

interface Column {
  readonly type: ColumnType
  /** `"name":`, or null when a later column has the same name and wins. */
  readonly key: string | null
  readonly name: string
}

/** Parses CSV with a header row. */
export class CsvDocuments implements DocumentParser {
  documentCount = 0
  readonly #delimiter: number
  #columns: readonly Column[] | null = null
  #isAtStart = true
  // The record being read. Cell bytes are gathered in a buffer that grows and is used again.
  #cells: string[] = []
  #cell: Buffer = Buffer.alloc(256)
  #cellLength = 0
  #recordCount = 0
  #hasBytes = false
  #isQuoted = false
  #isAfterQuote = false
  #isAfterReturn = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0)
  }

  push(part: Buffer): Buffer {
    const lines: string[] = []
    let at = this.#isAtStart && part.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
    if (part.length > 0) this.#isAtStart = false
    for (; at < part.length; at++) this.#take(part[at]!, lines)
    return Buffer.from(lines.join(''))
  }

  end(): Buffer {
    const lines: string[] = []
    this.#endRecord(lines)
    return Buffer.from(lines.join(''))
  }

  #take(byte: number, lines: string[]): void {
    if (this.#isQuoted && !this.#isAfterQuote) {
      if (byte === QUOTE) this.#isAfterQuote = true
      else this.#keep(byte)
      return
    }
    if (this.#isAfterQuote && byte === QUOTE) {
      this.#isAfterQuote = false
      this.#keep(byte)
      return
    }
    const wasReturn = this.#isAfterReturn
    this.#isAfterReturn = byte === CARRIAGE_RETURN
    if (byte === LINE_FEED && wasReturn) return
    if (byte === this.#delimiter) {
      this.#endCell()
      this.#hasBytes = true
    } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) this.#endRecord(lines)
    else if (byte === QUOTE && this.#cellLength === 0 && !this.#isQuoted) {
      this.#isQuoted = true
      this.#hasBytes = true
    } else {
      // Text after a closing quote goes on unquoted.
      this.#isQuoted = false
      this.#isAfterQuote = false
      this.#keep(byte)
    }
  }

  #keep(byte: number): void {
    if (this.#cellLength === this.#cell.length) {
      this.#cell = Buffer.concat([this.#cell, Buffer.alloc(this.#cell.length)])
    }
    this.#cell[this.#cellLength++] = byte
    this.#hasBytes = true
  }

  #endCell(): void {
    const bytes = this.#cell.subarray(0, this.#cellLength)
    if (!isUtf8(bytes)) {
      throw new PayloadSyntaxError(`record ${this.#recordCount + 1} is not valid UTF-8`)
    }
    this.#cells.push(bytes.toString('utf8'))
    this.#cellLength = 0
    this.#isQuoted = false
    this.#isAfterQuote = false
  }

  #endRecord(lines: string[]): void {
    // A blank line is no record.
    if (!this.#hasBytes) return
    this.#endCell()
    const cells = this.#cells
    this.#cells = []
    this.#hasBytes = false
    this.#recordCount++
    if (this.#columns === null) {
      this.#columns = readHeader(cells)
      return
    }
    lines.push(`${readRecord(cells, this.#columns, this.#recordCount)}\n`)
    this.documentCount++
  }
}

function readHeader(cells: readonly string[]): Column[] {
  const typed = cells.map((cell): { name: string; type: ColumnType } => {
    const colon = cell.lastIndexOf(':')
    const suffix = colon < 0 ? '' : cell.slice(colon + 1)
    if (suffix === 'string' || suffix === 'number' || suffix === 'boolean') {
      return { name: cell.slice(0, colon), type: suffix }
    }
    return { name: cell, type: 'string' }
  })
  return typed.map(({ name, type }, position) => ({
    name,
    type,
    key: typed.slice(position + 1).some((later) => later.name === name)
      ? null
      : `${JSON.stringify(name)}:`,
  }))
}

function readRecord(cells: readonly string[], columns: readonly Column[], record: number): string {
  if (cells.length !== columns.length) {
    throw new PayloadSyntaxError(
      `record ${record} has ${cells.length} fields, but the header has ${columns.length}`,
    )
  }
  const members: string[] = []
  for (const [position, column] of columns.entries()) {
    const value = readCell(cells[position] ?? '', column, record)
    if (column.key !== null) members.push(column.key + value)
  }
  return `{${members.join(',')}}`
}

// The JSON text of a cell.
function readCell(cell: string, column: Column, record: number): string {
  if (column.type === 'string') return cell === '' ? 'null' : JSON.stringify(cell)
  const text = cell.trim()
  if (text === '') return 'null'
  if (column.type === 'boolean') {
    if (text === 'true' || text === 'false') return text
    throw new PayloadSyntaxError(
      `\`${shorten(cell)}\` in column \`${column.name}\` of record ${record} is not a boolean, use \`true\` or \`false\``,
    )
  }
  const number = readNumber(text)
  if (number !== null) return number
  throw new PayloadSyntaxError(
    `\`${shorten(cell)}\` in column \`${column.name}\` of record ${record} is not a number`,
  )
}

const INTEGER_MIN = -9_223_372_036_854_775_808n
const INTEGER_MAX = 9_223_372_036_854_775_807n

function readNumber(text: string): string | null {
  if (/^[+-]?[0-9]+$/.test(text)) {
    const exact = BigInt(text.startsWith('+') ? text.slice(1) : text)
    return exact >= INTEGER_MIN && exact <= INTEGER_MAX ? String(exact) : String(Number(text))
  }
  if (/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) {
    const number = Number(text)
    return Number.isFinite(number) ? String(number) : 'null'
  }
  // The interface takes these words for floats, and JSON has no other way to write them.
  return /^[+-]?(nan|inf|infinity)$/i.test(text) ? 'null' : null
}
