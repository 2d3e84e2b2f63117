// Answers on their way from a search worker to the calling thread, through shared memory. Handing over a buffer of its own
// would detach it, and a thread that detaches buffers once has all its compiled code thrown away and compiled again, slower;
// copying it into a message costs both sides an allocation that only the collector ends.

const HEADER_BYTES = 8
/** Word of the header that counts the answers taken out. */
const TAKEN = 0

/** The worker's end: puts answers in while there is room. */
export class AnswerRingWriter {
  readonly #counts: Int32Array
  readonly #bytes: Uint8Array
  /** Where the answers begin that had not been taken when last looked, oldest first. */
  readonly #waiting: number[] = []
  #taken = 0
  /** Where the last answer ends. */
  #end = 0

  constructor(memory: SharedArrayBuffer) {
    this.#counts = new Int32Array(memory, 0, HEADER_BYTES / 4)
    this.#bytes = new Uint8Array(memory, HEADER_BYTES)
  }

  /** Copies an answer in; returns where it is, or -1 when there is no room and it must travel otherwise. */
  put(answer: Uint8Array): number {
    const taken = Atomics.load(this.#counts, TAKEN)
    while (this.#taken !== taken) {
      this.#waiting.shift()
      this.#taken = (this.#taken + 1) | 0
    }
    const start = this.#place(answer.length)
    if (start < 0) return -1
    this.#bytes.set(answer, start)
    this.#end = start + answer.length
    this.#waiting.push(start)
    return start
  }

  #place(length: number): number {
    const start = this.#waiting[0]
    if (start === undefined) return length <= this.#bytes.length ? 0 : -1
    // free bytes lie between the newest and the oldest; both never touch, or full would look like empty
    if (this.#end <= start) return start - this.#end > length ? this.#end : -1
    if (this.#bytes.length - this.#end >= length) return this.#end
    return start > length ? 0 : -1
  }
}

/** The calling thread's end. Answers are taken in the order they were put in. */
export class AnswerRingReader {
  readonly #counts: Int32Array
  readonly #bytes: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.#counts = new Int32Array(memory, 0, HEADER_BYTES / 4)
    this.#bytes = new Uint8Array(memory, HEADER_BYTES)
  }

  /** A copy of the answer; its place may be used again from then on. */
  take(start: number, length: number): Uint8Array {
    const answer = this.#bytes.slice(start, start + length)
    Atomics.add(this.#counts, TAKEN, 1)
    return answer
  }
}

/** Memory for a ring that holds answers of `byteLength` together. */
export function createAnswerRing(byteLength: number): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + byteLength)
}
