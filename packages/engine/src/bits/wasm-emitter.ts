// Just enough of an assembler to write a kernel down in this language: no build step and no binary in the repo.
// Instructions are lists of bytes; a function body is a tree of them, written out once at the end.

/** The bytes of one instruction, or of several in a row. */
export type Code = readonly (number | Code)[]

export type ValueType = 'i32' | 'f32' | 'v128'

const TYPE_BYTES: Readonly<Record<ValueType, number>> = { i32: 0x7f, f32: 0x7d, v128: 0x7b }

export interface WasmFunction {
  readonly name: string
  /** Of type i32, all of them; they are the first locals. */
  readonly parameterCount: number
  /** Whether the body leaves an i32. */
  readonly hasResult?: boolean
  /** The types of the locals behind the parameters. */
  readonly locals: readonly ValueType[]
  readonly body: Code
}

const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

/** A module of functions over one imported memory, `host.memory`. */
export function emitModule(
  functions: readonly WasmFunction[],
  { isShared }: { readonly isShared: boolean },
): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameterCount, hasResult = false }) => [
    0x60,
    list(Array.from({ length: parameterCount }, () => [TYPE_BYTES.i32])),
    list(hasResult ? [[TYPE_BYTES.i32]] : []),
  ])
  // limits: 1 page or more; memory that threads share must also say the most there can be
  const limits = isShared ? [0x03, 1, unsigned(65_536)] : [0x00, 1]
  const memory = [text('host'), text('memory'), 0x02, limits]
  const bodies = functions.map(({ locals, body }) =>
    sized([list(locals.map((type) => [1, TYPE_BYTES[type]])), body, END]),
  )
  const names = functions.map(({ name }, index) => [text(name), 0x00, unsigned(index)])
  const module: Code = [
    MAGIC_AND_VERSION,
    [1, sized(list(types))],
    [2, sized(list([memory]))],
    [3, sized(list(functions.map((_, index) => unsigned(index))))],
    [7, sized(list(names))],
    [10, sized(list(bodies))],
  ]
  const bytes = new Uint8Array(sizeOf(module))
  writeOut(module, bytes, 0)
  return bytes
}

/** With its size in front. */
function sized(code: Code): Code {
  return [unsigned(sizeOf(code)), code]
}

/** With their number in front. */
function list(items: readonly Code[]): Code {
  return [unsigned(items.length), items]
}

function text(name: string): Code {
  return sized([...new TextEncoder().encode(name)])
}

function sizeOf(code: Code): number {
  let size = 0
  for (let i = 0; i < code.length; i++) {
    const item = code[i]!
    size += typeof item === 'number' ? 1 : sizeOf(item)
  }
  return size
}

function writeOut(code: Code, bytes: Uint8Array, start: number): number {
  let at = start
  for (let i = 0; i < code.length; i++) {
    const item = code[i]!
    if (typeof item === 'number') bytes[at++] = item
    else at = writeOut(item, bytes, at)
  }
  return at
}

function unsigned(value: number): number[] {
  if (value < 128) return [value]
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
  return [0xfd, unsigned(opcode)]
}

/** Instructions one after another. */
export function join(...instructions: readonly Code[]): Code {
  return instructions
}

export const get = (local: number): Code => [0x20, unsigned(local)]
export const set = (local: number): Code => [0x21, unsigned(local)]
export const tee = (local: number): Code => [0x22, unsigned(local)]

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

/** Does `body` where `condition` is not 0, else `otherwise`. */
export function either(condition: Code, body: Code, otherwise: Code): Code {
  return join(condition, [0x04, 0x40], body, [0x05], otherwise, END)
}

/** Does the case whose number `selector` leaves; the last one also for all larger numbers. */
export function dispatch(selector: Code, cases: readonly Code[]): Code {
  const last = cases.length - 1
  const table = [0x0e, ...unsigned(last), ...cases.flatMap((_, number) => unsigned(number))]
  // case n stands behind the end of block n; the outermost block holds them all
  const bodies = cases.map((body, number) => join(END, body, [0x0c, ...unsigned(last - number)]))
  return join(...cases.map(() => BLOCK), BLOCK, selector, table, ...bodies, END)
}

/** Leaves the function with the value that is there. */
export const RETURN: Code = [0x0f]

/** Instructions by what they do to values of one type. */
type Instructions<Name extends string> = Readonly<Record<Name, Code>>
/** Instructions with a number in them. */
type NumberedInstructions<Name extends string> = Readonly<Record<Name, (value: number) => Code>>

/** The number of a load or a store is the offset from the address. */
export const i32: Instructions<
  | 'load'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'and'
  | 'or'
  | 'xor'
  | 'shiftLeft'
  | 'shiftRight'
  | 'trailingZeros'
  | 'countOnes'
  | 'isZero'
  | 'equal'
  | 'notEqual'
  | 'lessSigned'
  | 'lessUnsigned'
  | 'greaterUnsigned'
  | 'toF32'
> &
  NumberedInstructions<
    'constant' | 'loadAt' | 'load16At' | 'loadByteAt' | 'storeAt' | 'store16At' | 'storeByteAt'
  > = {
  constant: (value) => [0x41, signed(value)],
  load: [0x28, 2, 0],
  loadAt: (offset) => [0x28, 0, unsigned(offset)],
  load16At: (offset) => [0x2f, 0, unsigned(offset)],
  loadByteAt: (offset) => [0x2d, 0, unsigned(offset)],
  storeAt: (offset) => [0x36, 0, unsigned(offset)],
  store16At: (offset) => [0x3b, 0, unsigned(offset)],
  storeByteAt: (offset) => [0x3a, 0, unsigned(offset)],
  isZero: [0x45],
  equal: [0x46],
  notEqual: [0x47],
  lessSigned: [0x48],
  lessUnsigned: [0x49],
  greaterUnsigned: [0x4b],
  trailingZeros: [0x68],
  countOnes: [0x69],
  add: [0x6a],
  subtract: [0x6b],
  multiply: [0x6c],
  and: [0x71],
  or: [0x72],
  xor: [0x73],
  shiftLeft: [0x74],
  shiftRight: [0x76],
  toF32: [0xb2],
}

export const f32: Instructions<'store' | 'add' | 'negate'> = {
  store: [0x38, 2, 0],
  add: [0x92],
  negate: [0x8c],
}

/** `load8x8` widens eight signed bytes to 16 bits; the number is the offset from the address. */
export const v128: Instructions<'zero' | 'and' | 'or' | 'xor'> &
  NumberedInstructions<'load' | 'load8x8' | 'store' | 'bytes'> = {
  load: (offset) => [simd(0x00), 0, unsigned(offset)],
  store: (offset) => [simd(0x0b), 0, unsigned(offset)],
  bytes: (value) => [simd(0x0c), ...Array.from({ length: 16 }, () => value)],
  load8x8: (offset) => [simd(0x01), 0, unsigned(offset)],
  zero: [simd(0x0c), ...Array.from({ length: 16 }, () => 0)],
  and: simd(0x4e),
  or: simd(0x50),
  xor: simd(0x51),
}

/**
 * `bitmask` leaves an i32 with the highest bit of each byte; `lookUp` takes each byte of the second as a place in the first,
 * 0 for those from 16 on; `shiftRight` wants the number of bits behind the bytes.
 */
export const i8x16: Instructions<
  'countOnes' | 'lookUp' | 'shiftRight' | 'equal' | 'notEqual' | 'lessUnsigned' | 'bitmask'
> = {
  lookUp: simd(0x0e),
  shiftRight: simd(0x6d),
  equal: simd(0x23),
  notEqual: simd(0x24),
  lessUnsigned: simd(0x26),
  countOnes: simd(0x62),
  bitmask: simd(0x64),
}

/** Sums of neighbours, twice as wide. */
export const i16x8: Instructions<'addPairsOfBytes'> = { addPairsOfBytes: simd(0x7d) }

/** `dot` multiplies signed 16-bit lanes and adds neighbours. */
export const i32x4: Instructions<'add' | 'dot' | 'addPairsOfWords'> & NumberedInstructions<'lane'> =
  {
    lane: (lane) => [simd(0x1b), lane],
    add: simd(0xae),
    dot: simd(0xba),
    addPairsOfWords: simd(0x7f),
  }

export const f32x4: Instructions<'add' | 'multiply'> & NumberedInstructions<'lane'> = {
  lane: (lane) => [simd(0x1f), lane],
  add: simd(0xe4),
  multiply: simd(0xe6),
}
