import { Uint32List } from '../../bits/uint32-list.ts'
import type { SegmentFileWriter } from '../segment-file.ts'
import { WORD_COUNT_FIELDS, WORD_COUNT_STARTS, WORD_COUNTS } from './layout.ts'

export class WordCountsWriter {
  readonly #starts = new Uint32List()
  readonly #fields = new Uint32List()
  readonly #counts = new Uint32List()

  startDocument(): void {
    this.#starts.push(this.#fields.length)
  }

  add(fieldId: number, count: number): void {
    this.#fields.push(fieldId)
    this.#counts.push(count)
  }

  /** Writes the documents in `order`, given by the order they were started in. */
  writeTo(file: SegmentFileWriter, order: Uint32Array): void {
    const starts = new Uint32Array(order.length + 1)
    const fields = new Uint16Array(this.#fields.length)
    const counts = new Uint8Array(this.#fields.length)
    let out = 0
    for (let i = 0; i < order.length; i++) {
      const doc = order[i]!
      starts[i] = out
      const end =
        doc + 1 < this.#starts.length ? this.#starts.values[doc + 1]! : this.#fields.length
      for (let at = this.#starts.values[doc]!; at < end; at++) {
        fields[out] = this.#fields.values[at]!
        counts[out++] = this.#counts.values[at]!
      }
    }
    starts[order.length] = out
    file.add(WORD_COUNT_STARTS, starts)
    file.add(WORD_COUNT_FIELDS, fields.subarray(0, out))
    file.add(WORD_COUNTS, counts.subarray(0, out))
  }
}
