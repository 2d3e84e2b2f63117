// Memory for answers on the calling thread. Memory outside the heap makes the runtime collect the whole heap long before that
// is full: after some ten megabytes of answers, for 2 to 10 ms. What is given back serves the next answer instead, and is
// still in the processor's caches then.

import { Buffer } from 'node:buffer'

/** Almost every answer fits; longer ones get memory of their own. */
export const PIECE_BYTES: number = 128 * 1024
/** Pieces kept while nobody uses them. */
export const PIECES_MAX = 8

/** Lends memory for answers. What is never given back is left to the collector. */
export class AnswerMemory {
  readonly #free: Buffer[] = []
  /** Answers that may be given back, with the piece that each lies in; the first ones have memory of their own. */
  readonly #lent = new WeakMap<Uint8Array, Buffer | null>()

  /** Memory for an answer; what was there before is still in it. */
  lend(byteLength: number): Buffer {
    if (byteLength > PIECE_BYTES) return Buffer.allocUnsafeSlow(byteLength)
    const piece = this.#free.pop() ?? null
    const answer = piece?.subarray(0, byteLength) ?? Buffer.allocUnsafeSlow(byteLength)
    this.#lent.set(answer, piece)
    return answer
  }

  /** Takes back what was lent; anything else, and what was given back before, is left alone. */
  takeBack(answer: Uint8Array): void {
    const piece = this.#lent.get(answer)
    if (piece === undefined) return
    this.#lent.delete(answer)
    // pieces are made only now: most callers keep what they get
    if (this.#free.length < PIECES_MAX) {
      this.#free.push(piece ?? Buffer.allocUnsafeSlow(PIECE_BYTES))
    }
  }
}
