import { hasBit } from '../../bits/doc-set.ts'
import { compareWords } from '../../bits/word-order.ts'
import type { SegmentFileReader } from '../segment-file.ts'
import { decodeUtf8 } from '../terms/reader.ts'
import {
  COLUMN_ARRAYS,
  COLUMN_CONTENTS,
  COLUMN_VALUES,
  type ColumnArrayName,
  type ColumnEntry,
} from './layout.ts'

/** One column of one segment, read in place. */
export class ColumnReader {
  readonly path: string
  readonly numbers: Float64Array
  readonly numberStarts: Uint32Array
  readonly numberDocs: Uint32Array
  readonly stringCount: number
  readonly stringStarts: Uint32Array
  readonly stringDocs: Uint32Array
  readonly entryStarts: Uint32Array
  readonly entries: Uint32Array
  readonly exists: Uint32Array
  readonly isNull: Uint32Array
  readonly isEmpty: Uint32Array
  readonly textStarts: Uint32Array
  readonly text: Uint8Array
  /** An original spelling per ordinal; empty where it is as in `text`. */
  readonly displayStarts: Uint32Array
  readonly display: Uint8Array
  /** Every document has exactly one value. */
  readonly isSingleValued: boolean
  readonly #spelledManyWays: Uint32Array

  constructor(entry: ColumnEntry, values: Uint8Array) {
    const place = (name: ColumnArrayName): readonly [number, number] =>
      entry.arrays[COLUMN_ARRAYS.indexOf(name)]!
    const uint32 = (name: ColumnArrayName): Uint32Array => {
      const [offset, count] = place(name)
      return new Uint32Array(values.buffer, values.byteOffset + offset, count)
    }
    const bytes = (name: ColumnArrayName): Uint8Array => {
      const [offset, count] = place(name)
      return values.subarray(offset, offset + count)
    }
    const [numbersOffset, numberCount] = place('numbers')
    this.path = entry.path
    this.numbers = new Float64Array(values.buffer, values.byteOffset + numbersOffset, numberCount)
    this.numberStarts = uint32('numberStarts')
    this.numberDocs = uint32('numberDocs')
    this.stringStarts = uint32('stringStarts')
    this.stringDocs = uint32('stringDocs')
    this.stringCount = this.stringStarts.length - 1
    this.entryStarts = uint32('entryStarts')
    this.entries = uint32('entries')
    this.exists = uint32('exists')
    this.isNull = uint32('isNull')
    this.isEmpty = uint32('isEmpty')
    this.textStarts = uint32('textStarts')
    this.text = bytes('text')
    this.displayStarts = uint32('displayStarts')
    this.display = bytes('display')
    this.#spelledManyWays = uint32('spelledManyWays')
    this.isSingleValued = isIdentity(this.entryStarts)
  }

  /** The normalized string of an ordinal. */
  string(ordinal: number): string {
    return decodeUtf8(this.text, this.textStarts[ordinal]!, this.textStarts[ordinal + 1]!)
  }

  /** One original spelling of it. */
  stringDisplay(ordinal: number): string {
    const start = this.displayStarts[ordinal]!
    const end = this.displayStarts[ordinal + 1]!
    return start === end ? this.string(ordinal) : decodeUtf8(this.display, start, end)
  }

  /** True when every document of the segment spells the value as `stringDisplay` does. */
  isSpelledOneWay(ordinal: number): boolean {
    return !hasBit(this.#spelledManyWays, ordinal)
  }

  /** The ordinal of a normalized string, or -1 - insertion point. */
  findString(value: string): number {
    let low = 0
    let high = this.stringCount
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = compareWords(this.string(middle), value)
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle
    }
    return -1 - low
  }
}

/** Whether the starts count every document once. */
function isIdentity(starts: Uint32Array): boolean {
  // as many values as documents can still be two of one and none of another
  if (starts[starts.length - 1] !== starts.length - 1) return false
  for (let i = 0; i < starts.length; i++) if (starts[i] !== i) return false
  return true
}

/** The columns of one segment by path. */
export function readColumns(file: SegmentFileReader): ReadonlyMap<string, ColumnReader> {
  const values = file.load(COLUMN_VALUES)
  const contents = file.loadJson(COLUMN_CONTENTS) as ColumnEntry[]
  return new Map(contents.map((entry) => [entry.path, new ColumnReader(entry, values)]))
}
