// Answers on their way from a search worker to the calling thread, through shared memory. Handing over a buffer of its own
// would detach it, and a thread that detaches buffers once has all its compiled code thrown away and compiled again, slower;
// copying it into a message costs both sides an allocation that only the collector ends.
//
//   memory │ answers taken, 8 bytes │ call id, length, bytes of an answer, up to a multiple of 8 │ …

import type { AnswerMemory } from './answer-memory.ts'

const HEADER_BYTES = 8
/** Word of the header that counts the answers taken out. */
const TAKEN = 0
/** What stands before the bytes of an answer. */
const LABEL_BYTES = 8

/** The worker's end: puts answers in while there is room. */
export class AnswerRingWriter {
  readonly #words: Int32Array
  readonly #bytes: Uint8Array
  /** Where the answers begin that had not been taken when last looked, oldest first. */
  readonly #waiting: number[] = []
  #taken = 0
  /** Where the last answer ends. */
  #end = HEADER_BYTES

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory)
    this.#bytes = new Uint8Array(memory)
  }

  /** Copies the answer of a call in; returns its place, or -1 when there is no room and it must travel otherwise. */
  put(callId: number, answer: Uint8Array): number {
    const taken = Atomics.load(this.#words, TAKEN)
    while (this.#taken !== taken) {
      this.#waiting.shift()
      this.#taken = (this.#taken + 1) | 0
    }
    const byteLength = roundUp(LABEL_BYTES + answer.length)
    const place = this.#findRoom(byteLength)
    if (place < 0) return -1
    this.#words[place / 4] = callId
    this.#words[place / 4 + 1] = answer.length
    this.#bytes.set(answer, place + LABEL_BYTES)
    this.#end = place + byteLength
    this.#waiting.push(place)
    return place
  }

  #findRoom(byteLength: number): number {
    const oldest = this.#waiting[0]
    const limit = this.#bytes.length
    if (oldest === undefined) return HEADER_BYTES + byteLength <= limit ? HEADER_BYTES : -1
    // free bytes lie between the newest and the oldest; both never touch, or full would look like empty
    if (this.#end <= oldest) return oldest - this.#end > byteLength ? this.#end : -1
    if (limit - this.#end >= byteLength) return this.#end
    return oldest - HEADER_BYTES > byteLength ? HEADER_BYTES : -1
  }
}

/** The calling thread's end. Answers are taken in the order they were put in. */
export class AnswerRingReader {
  readonly #words: Int32Array
  readonly #bytes: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory)
    this.#bytes = new Uint8Array(memory)
  }

  /** The call whose answer is at a place. */
  callIdAt(place: number): number {
    return this.#words[place / 4]!
  }

  /** A copy of the answer in other memory; its place may be used again from then on. */
  take(place: number, memory: AnswerMemory): Uint8Array {
    const start = place + LABEL_BYTES
    const length = this.#words[place / 4 + 1]!
    const answer = memory.lend(length)
    answer.set(this.#bytes.subarray(start, start + length))
    Atomics.add(this.#words, TAKEN, 1)
    return answer
  }
}

/** Memory for a ring that holds answers of `byteLength` together, what stands before each of them included. */
export function createAnswerRing(byteLength: number): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + roundUp(byteLength))
}

function roundUp(byteLength: number): number {
  return (byteLength + 7) & ~7
}
