// Which documents of a segment are dead: published with the manifest, so a segment's own bytes never change.

import { ByteWriter } from '../bits/byte-writer.ts'
import { hasBit } from '../bits/doc-set.ts'

/** Dead documents as bits, or null for none; a copy is made for every change. */
export class Deletions {
  static readonly NONE: Deletions = new Deletions(null, 0)

  readonly bits: Uint32Array | null
  readonly count: number

  private constructor(bits: Uint32Array | null, count: number) {
    this.bits = bits
    this.count = count
  }

  has(doc: number): boolean {
    return this.bits !== null && hasBit(this.bits, doc)
  }

  /** With more documents dead. `docCount` is the segment's. */
  with(docs: Iterable<number>, docCount: number): Deletions {
    const bits = new Uint32Array((docCount + 31) >>> 5)
    if (this.bits !== null) bits.set(this.bits)
    let count = this.count
    for (const doc of docs) {
      const mask = 1 << (doc & 31)
      if ((bits[doc >>> 5]! & mask) !== 0) continue
      bits[doc >>> 5]! |= mask
      count++
    }
    return count === 0 ? Deletions.NONE : new Deletions(bits, count)
  }

  /** Gaps between dead documents as varints, in base64: what the manifest holds. */
  encode(): string {
    if (this.bits === null) return ''
    const writer = new ByteWriter(this.count + 16)
    let previous = -1
    for (let word = 0; word < this.bits.length; word++) {
      let rest = this.bits[word]!
      while (rest !== 0) {
        const low = rest & -rest
        const doc = word * 32 + 31 - Math.clz32(low)
        writer.varint(doc - previous - 1)
        previous = doc
        rest ^= low
      }
    }
    return Buffer.from(writer.view()).toString('base64')
  }

  static decode(text: string, docCount: number): Deletions {
    const bytes = Buffer.from(text, 'base64')
    const docs: number[] = []
    let previous = -1
    let at = 0
    while (at < bytes.length) {
      let gap = 0
      let shift = 0
      let byte: number
      do {
        byte = bytes[at++]!
        gap += (byte & 127) * 2 ** shift
        shift += 7
      } while (byte > 127 && at < bytes.length)
      previous += gap + 1
      if (previous >= docCount) throw new RangeError(`a dead document ${previous} of ${docCount}`)
      docs.push(previous)
    }
    return Deletions.NONE.with(docs, docCount)
  }
}
