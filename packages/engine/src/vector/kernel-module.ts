// The kernel: three functions that compare one query with many rows, larger meaning nearer. All have the same parameters
// and differ in what a row is made of. Strides are multiples of 16 bytes; the query looks like a row, and may be one.
//
//   for i in 0 … count:
//     row = ids ≠ 0 ? u32 at ids + 4 i : first + i
//     f32 at out + 4 i = compare(query, rows + row × stride)

import * as wasm from '../bits/wasm-emitter.ts'
import type { Code, ValueType, WasmFunction } from '../bits/wasm-emitter.ts'

const { get, set, tee, join, i32, f32, v128 } = wasm

/** Addresses are in bytes. */
export type CompareRows = (
  query: number,
  rows: number,
  stride: number,
  ids: number,
  first: number,
  count: number,
  out: number,
) => void

/** What a row is made of: numbers of 32 bits, numbers of 8 bits, or single bits. */
export type RowKind = 'floats' | 'codes' | 'bits'

/** Functions by kind: products of floats, products of codes, and minus the number of differing bits. */
export type KernelFunctions = Readonly<Record<RowKind, CompareRows>>

/** The bytes of the module. */
export function kernelModule(): Uint8Array<ArrayBuffer> {
  return wasm.emitModule([floats, codes, bits], { isShared: true })
}

// the parameters, then the locals
const QUERY = 0
const ROWS = 1
const STRIDE = 2
const IDS = 3
const FIRST = 4
const COUNT = 5
const OUT = 6
const ROW_AT = 7
const QUERY_AT = 8
const BLOCKS_END = 9
const ROW_END = 10
const SUM = [11, 12, 13, 14] as const
const TOUCH_AT = 15
const TOUCH_END = 16
const TOUCHED = 17
const LOCALS: readonly ValueType[] = [
  ...(['i32', 'i32', 'i32', 'i32'] as const),
  ...(['v128', 'v128', 'v128', 'v128'] as const),
  ...(['i32', 'i32', 'i32'] as const),
]

/** Adds to one of the sums what a piece of the row and of the query make. */
type AddPiece = (sum: number, piece: number) => Code

const addFloats: AddPiece = (sum, piece) =>
  join(
    join(get(sum), get(ROW_AT), v128.load(16 * piece), get(QUERY_AT), v128.load(16 * piece)),
    join(wasm.f32x4.multiply, wasm.f32x4.add, set(sum)),
  )

const addCodes: AddPiece = (sum, piece) =>
  join(
    join(get(sum), get(ROW_AT), v128.load8x8(8 * piece), get(QUERY_AT), v128.load8x8(8 * piece)),
    join(wasm.i32x4.dot, wasm.i32x4.add, set(sum)),
  )

const addBits: AddPiece = (sum, piece) =>
  join(
    join(get(sum), get(ROW_AT), v128.load(16 * piece), get(QUERY_AT), v128.load(16 * piece)),
    join(v128.xor, wasm.i8x16.countOnes, wasm.i16x8.addPairsOfBytes, wasm.i32x4.addPairsOfWords),
    join(wasm.i32x4.add, set(sum)),
  )

/**
 * Reads a word of each cache line of all rows first, so that the waits for memory overlap: with rows all over a large memory
 * this halves the time. The sum is stored only so that the reads are not left out; the first score takes its place.
 */
const touchRows: Code = join(
  join(get(IDS), tee(TOUCH_AT), get(COUNT), i32.constant(4), i32.multiply, i32.add, set(TOUCH_END)),
  wasm.repeatWhile(
    join(get(TOUCH_AT), get(TOUCH_END), i32.lessUnsigned),
    join(
      join(get(ROWS), get(TOUCH_AT), i32.load, get(STRIDE), i32.multiply, i32.add, tee(ROW_AT)),
      join(get(STRIDE), i32.add, set(ROW_END)),
      wasm.repeatWhile(
        join(get(ROW_AT), get(ROW_END), i32.lessUnsigned),
        join(get(TOUCHED), get(ROW_AT), i32.load, i32.add, set(TOUCHED), advance(ROW_AT, 64)),
      ),
      advance(TOUCH_AT, 4),
    ),
  ),
  join(get(OUT), get(TOUCHED), i32.toF32, f32.store),
)

const floats: WasmFunction = compareFunction('floats', {
  pieceBytes: 16,
  addPiece: addFloats,
  result: sumOf(wasm.f32x4, f32.add),
})

const codes: WasmFunction = compareFunction('codes', {
  pieceBytes: 8,
  addPiece: addCodes,
  result: join(sumOf(wasm.i32x4, i32.add), i32.toF32),
})

const bits: WasmFunction = compareFunction('bits', {
  pieceBytes: 16,
  addPiece: addBits,
  result: join(sumOf(wasm.i32x4, i32.add), i32.toF32, f32.negate),
})

interface Comparison {
  /** Bytes that are handled at once. */
  readonly pieceBytes: number
  readonly addPiece: AddPiece
  /** Leaves the f32 to store. */
  readonly result: Code
}

function compareFunction(
  name: RowKind,
  { pieceBytes, addPiece, result }: Comparison,
): WasmFunction {
  const rowIndex = wasm.choose(get(IDS), join(get(IDS), i32.load), get(FIRST))
  const stepOfIds = wasm.choose(get(IDS), i32.constant(4), i32.constant(0))
  const compareRow = join(
    join(get(ROWS), rowIndex, get(STRIDE), i32.multiply, i32.add, tee(ROW_AT)),
    join(get(STRIDE), i32.constant(-4 * pieceBytes), i32.and, i32.add, set(BLOCKS_END)),
    join(get(ROW_AT), get(STRIDE), i32.add, set(ROW_END)),
    join(get(QUERY), set(QUERY_AT)),
    ...SUM.map((sum) => join(v128.zero, set(sum))),
    // four sums side by side, because each addition waits for the one before it
    wasm.repeatWhile(
      join(get(ROW_AT), get(BLOCKS_END), i32.lessUnsigned),
      join(
        ...SUM.map((sum, piece) => addPiece(sum, piece)),
        join(advance(ROW_AT, 4 * pieceBytes), advance(QUERY_AT, 4 * pieceBytes)),
      ),
    ),
    wasm.repeatWhile(
      join(get(ROW_AT), get(ROW_END), i32.lessUnsigned),
      join(addPiece(SUM[0], 0), advance(ROW_AT, pieceBytes), advance(QUERY_AT, pieceBytes)),
    ),
    join(get(OUT), result, f32.store),
  )
  const toNext = join(
    join(advance(OUT, 4), advance(FIRST, 1), advance(COUNT, -1)),
    // without ids the address stays 0
    join(get(IDS), stepOfIds, i32.add, set(IDS)),
  )
  const body = join(
    wasm.when(get(IDS), touchRows),
    wasm.repeatWhile(get(COUNT), join(compareRow, toNext)),
  )
  return { name, parameterCount: 7, locals: LOCALS, body }
}

function advance(local: number, by: number): Code {
  return join(get(local), i32.constant(by), i32.add, set(local))
}

/** The four sums as one number: vectors by twos, then lanes by twos. */
function sumOf(
  shape: { readonly add: Code; readonly lane: (lane: number) => Code },
  addLanes: Code,
): Code {
  const [a, b, c, d] = SUM
  return join(
    join(get(a), get(b), shape.add, get(c), get(d), shape.add, shape.add, set(a)),
    join(get(a), shape.lane(0), get(a), shape.lane(1), addLanes),
    join(get(a), shape.lane(2), get(a), shape.lane(3), addLanes, addLanes),
  )
}
