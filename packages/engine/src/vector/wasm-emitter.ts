// Just enough of an assembler to write a kernel down in this language: no build step and no binary in the repo.
// Instructions are lists of bytes; a function body is their concatenation.

/** The bytes of one instruction, or of several in a row. */
export type Code = readonly number[]

export type ValueType = 'i32' | 'f32' | 'v128'

const TYPE_BYTES: Readonly<Record<ValueType, number>> = { i32: 0x7f, f32: 0x7d, v128: 0x7b }

export interface WasmFunction {
  readonly name: string
  /** Of type i32, all of them; they are the first locals. */
  readonly parameterCount: number
  /** The types of the locals behind the parameters. */
  readonly locals: readonly ValueType[]
  readonly body: Code
}

const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/** A module of functions without results over one imported shared memory, `host.memory`. */
export function emitModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameterCount }) => [
    0x60,
    ...list(Array.from({ length: parameterCount }, () => [TYPE_BYTES.i32])),
    0,
  ])
  // limits with a flag for "shared": 1 page or more, and the most there can be
  const memory = [...text('host'), ...text('memory'), 0x02, 0x03, 1, ...unsigned(65_536)]
  const bodies = functions.map(({ locals, body }) => {
    const bytes = [...list(locals.map((type) => [1, TYPE_BYTES[type]])), ...body, ...END]
    return [...unsigned(bytes.length), ...bytes]
  })
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, types),
    ...section(2, [memory]),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)]),
    ),
    ...section(10, bodies),
  ])
}

function section(id: number, items: readonly Code[]): number[] {
  const bytes = list(items)
  return [id, ...unsigned(bytes.length), ...bytes]
}

function list(items: readonly Code[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

function text(name: string): number[] {
  return list([...new TextEncoder().encode(name)].map((byte) => [byte]))
}

function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
  return bytes
}

function signed(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (;;) {
    const low = rest & 127
    rest >>= 7
    if ((rest === 0 && low < 64) || (rest === -1 && low >= 64)) return [...bytes, low]
    bytes.push(low | 128)
  }
}

function simd(opcode: number): Code {
  return [0xfd, ...unsigned(opcode)]
}

/** Instructions one after another. */
export function join(...instructions: readonly Code[]): Code {
  return instructions.flat()
}

export const get = (local: number): Code => [0x20, ...unsigned(local)]
export const set = (local: number): Code => [0x21, ...unsigned(local)]
export const tee = (local: number): Code => [0x22, ...unsigned(local)]

const END: Code = [0x0b]
const BLOCK: Code = [0x02, 0x40]
const LOOP: Code = [0x03, 0x40]
/** Out of the block around the loop when the condition is 0. */
const LEAVE_IF_ZERO: Code = [0x45, 0x0d, 1]
const AGAIN: Code = [0x0c, 0]

/** Repeats `body` as long as `condition` leaves something other than 0. */
export function repeatWhile(condition: Code, body: Code): Code {
  return join(BLOCK, LOOP, condition, LEAVE_IF_ZERO, body, AGAIN, END, END)
}

/** Does `body` where `condition` is not 0. */
export function when(condition: Code, body: Code): Code {
  return join(condition, [0x04, 0x40], body, END)
}

/** The i32 that `yes` leaves where `condition` is not 0, else the one of `no`. */
export function choose(condition: Code, yes: Code, no: Code): Code {
  return join(condition, [0x04, TYPE_BYTES.i32], yes, [0x05], no, END)
}

/** Instructions by what they do to values of one type. */
type Instructions<Name extends string> = Readonly<Record<Name, Code>>
/** Instructions with a number in them. */
type NumberedInstructions<Name extends string> = Readonly<Record<Name, (value: number) => Code>>

export const i32: Instructions<'load' | 'add' | 'multiply' | 'and' | 'lessUnsigned' | 'toF32'> &
  NumberedInstructions<'constant'> = {
  constant: (value) => [0x41, ...signed(value)],
  load: [0x28, 2, 0],
  add: [0x6a],
  multiply: [0x6c],
  and: [0x71],
  lessUnsigned: [0x49],
  toF32: [0xb2],
}

export const f32: Instructions<'store' | 'add' | 'negate'> = {
  store: [0x38, 2, 0],
  add: [0x92],
  negate: [0x8c],
}

/** `load8x8` widens eight signed bytes to 16 bits; the number is the offset from the address. */
export const v128: Instructions<'zero' | 'xor'> & NumberedInstructions<'load' | 'load8x8'> = {
  load: (offset) => [...simd(0x00), 0, ...unsigned(offset)],
  load8x8: (offset) => [...simd(0x01), 0, ...unsigned(offset)],
  zero: [...simd(0x0c), ...Array.from({ length: 16 }, () => 0)],
  xor: simd(0x51),
}

export const i8x16: Instructions<'countOnes'> = { countOnes: simd(0x62) }

/** Sums of neighbours, twice as wide. */
export const i16x8: Instructions<'addPairsOfBytes'> = { addPairsOfBytes: simd(0x7d) }

/** `dot` multiplies signed 16-bit lanes and adds neighbours. */
export const i32x4: Instructions<'add' | 'dot' | 'addPairsOfWords'> & NumberedInstructions<'lane'> =
  {
    lane: (lane) => [...simd(0x1b), lane],
    add: simd(0xae),
    dot: simd(0xba),
    addPairsOfWords: simd(0x7f),
  }

export const f32x4: Instructions<'add' | 'multiply'> & NumberedInstructions<'lane'> = {
  lane: (lane) => [...simd(0x1f), lane],
  add: simd(0xe4),
  multiply: simd(0xe6),
}
