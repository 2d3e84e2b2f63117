import { ByteWriter } from '../../bits/byte-writer.ts'
import { Uint32List } from '../../bits/uint32-list.ts'
import type { SegmentFileWriter } from '../segment-file.ts'
import { TERM_BYTES, TERM_STARTS } from './layout.ts'

/** Takes the terms of a segment in word order. */
export class TermsWriter {
  readonly #starts = new Uint32List(1024)
  readonly #bytes = new ByteWriter(16_384)

  constructor() {
    this.#starts.push(0)
  }

  get count(): number {
    return this.#starts.length - 1
  }

  add(term: string): void {
    this.#bytes.text(term)
    this.#starts.push(this.#bytes.length)
  }

  addBytes(term: Uint8Array): void {
    this.#bytes.append(term)
    this.#starts.push(this.#bytes.length)
  }

  /** Writes all terms and gives them as they are written. */
  writeTo(file: SegmentFileWriter): { readonly starts: Uint32Array; readonly bytes: Uint8Array } {
    const written = { starts: this.#starts.finish(), bytes: this.#bytes.finish() }
    file.add(TERM_STARTS, written.starts)
    file.add(TERM_BYTES, written.bytes)
    return written
  }
}
