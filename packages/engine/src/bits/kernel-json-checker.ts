// The checker over the kernel. A thread has one kernel for all its checkers: each puts its own state into the memory before
// it runs and takes it back afterwards.

import { JSON_DEPTH_MAX } from '../limits.ts'
import { IS_OPEN, IS_WRONG, type JsonChecker, mistakeIn, State } from './json-checker.ts'
import {
  Cell,
  type CheckWindow,
  CLASSES_AT,
  IS_DIGIT,
  IS_ESCAPED,
  IS_HEX_DIGIT,
  IS_LINE_BREAK,
  IS_SPACE,
  jsonCheckerModule,
  LEVELS_AT,
  MEMORY_PAGES,
  WINDOW_AT,
  WINDOW_BYTES,
  WORDS,
  WORDS_AT,
} from './json-checker-module.ts'
import { instantiateKernel } from './web-assembly.ts'

interface Kernel {
  readonly run: CheckWindow
  readonly bytes: Uint8Array
  readonly cells: Int32Array
  /** The checker whose levels of nesting and window are in the memory. */
  user: KernelJsonChecker | null
}

let kernel: Kernel | null | undefined

/** A checker; undefined where the kernel cannot run. */
export function openKernelJsonChecker(options: {
  readonly followsLines: boolean
}): JsonChecker | undefined {
  if (kernel === undefined) kernel = openKernel()
  return kernel === null ? undefined : new KernelJsonChecker(kernel, options.followsLines)
}

function openKernel(): Kernel | null {
  const opened = instantiateKernel<CheckWindow>(jsonCheckerModule(), {
    name: 'check',
    pages: MEMORY_PAGES,
  })
  if (opened === undefined) return null
  const bytes = new Uint8Array(opened.memory)
  for (let byte = 0; byte < 256; byte++) bytes[CLASSES_AT + byte] = classOf(byte)
  bytes.set(new TextEncoder().encode(WORDS), WORDS_AT)
  return { run: opened.run, bytes, cells: new Int32Array(opened.memory), user: null }
}

function classOf(byte: number): number {
  const character = String.fromCharCode(byte)
  let found = 0
  if (' \t\n\r'.includes(character)) found |= IS_SPACE
  if ('\n\r'.includes(character)) found |= IS_LINE_BREAK
  if ('"\\/bfnrt'.includes(character)) found |= IS_ESCAPED
  if ('0123456789abcdefABCDEF'.includes(character)) found |= IS_HEX_DIGIT
  if ('0123456789'.includes(character)) found |= IS_DIGIT
  return found
}

class KernelJsonChecker implements JsonChecker {
  passedTo = 0
  mistakeAt = 0
  mistake = ''
  readonly #kernel: Kernel
  readonly #cells = new Int32Array(Cell.count)
  readonly #levels = new Uint8Array(JSON_DEPTH_MAX + 1)
  #part: Uint8Array = new Uint8Array(0)
  /** Where the window in the memory begins and ends in the part. */
  #windowStart = 0
  #windowEnd = 0

  constructor(kernelOfThread: Kernel, followsLines: boolean) {
    this.#kernel = kernelOfThread
    this.#cells[Cell.followsLines] = followsLines ? 1 : 0
  }

  get hasLineBreak(): boolean {
    return this.#cells[Cell.hasLineBreak] !== 0
  }

  set hasLineBreak(value: boolean) {
    this.#cells[Cell.hasLineBreak] = value ? 1 : 0
  }

  get passedCount(): number {
    return this.#cells[Cell.passedCount]!
  }

  set passedCount(count: number) {
    this.#cells[Cell.passedCount] = count
  }

  take(part: Uint8Array): void {
    this.#part = part
    this.#windowStart = 0
    this.#windowEnd = 0
    this.#kernel.user = null
  }

  start(): void {
    this.#cells[Cell.state] = State.value
    this.#cells[Cell.depth] = 0
  }

  check(at: number): number {
    const { bytes, cells, run } = this.#kernel
    const own = this.#cells
    let next = at
    while (next < this.#part.length) {
      if (this.#kernel.user !== this || next >= this.#windowEnd) this.#load(next)
      const start = this.#windowStart
      const passed = own[Cell.passedCount]!
      cells.set(own)
      const end = run(next - start, this.#windowEnd - start)
      own.set(cells.subarray(0, Cell.count))
      if (own[Cell.passedCount] !== passed) this.passedTo = start + own[Cell.passedTo]!
      if (end === IS_WRONG) {
        this.mistakeAt = start + own[Cell.mistakeAt]!
        this.mistake = mistakeIn(own[Cell.state]!, this.#part, this.mistakeAt)
        return IS_WRONG
      }
      if (end !== IS_OPEN) return start + end
      next = this.#windowEnd
    }
    this.#levels.set(bytes.subarray(LEVELS_AT, LEVELS_AT + own[Cell.depth]! + 1))
    return IS_OPEN
  }

  #load(at: number): void {
    const { bytes } = this.#kernel
    // within one part the levels are in the memory already, and newer there
    if (this.#kernel.user !== this) bytes.set(this.#levels, LEVELS_AT)
    this.#kernel.user = this
    this.#windowStart = at
    this.#windowEnd = Math.min(this.#part.length, at + WINDOW_BYTES)
    bytes.set(this.#part.subarray(at, this.#windowEnd), WINDOW_AT)
  }
}
