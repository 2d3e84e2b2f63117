// The kernels of scratch memory: they count and list the bits of a set many at a time, from the first search on.
//
//   countOnes(at, wordCount) → number of one bits
//   listOnes(at, wordCount, out)   writes the number of every one bit, ascending
//
// `at` and `out` are addresses of words of 32 bits; bit i is that of word i >>> 5.

import * as wasm from './wasm-emitter.ts'
import type { Code } from './wasm-emitter.ts'

const { get, set, join, i32, v128, i8x16, i16x8, i32x4, repeatWhile } = wasm

/** Addresses are offsets in the memory of the module. */
export interface BitKernels {
  readonly countOnes: (at: number, wordCount: number) => number
  readonly listOnes: (at: number, wordCount: number, out: number) => void
}

const BLOCK_BYTES = 16

/** The bytes of the module. */
export function bitModule(): Uint8Array<ArrayBuffer> {
  return wasm.emitModule(
    [
      {
        name: 'countOnes',
        parameterCount: 2,
        hasResult: true,
        locals: ['i32', 'i32', 'v128'],
        body: countBody(),
      },
      { name: 'listOnes', parameterCount: 3, locals: ['i32', 'i32', 'i32'], body: listBody() },
    ],
    { isShared: false },
  )
}

// the parameters, then the locals
const AT = 0
const WORD_COUNT = 1

const c = i32.constant
const advance = (local: number, by: number): Code => join(get(local), c(by), i32.add, set(local))
/** The address behind the last word. */
const endAddress: Code = join(get(WORD_COUNT), c(2), i32.shiftLeft, get(AT), i32.add)

function countBody(): Code {
  const END = 2
  const COUNT = 3
  const SUMS = 4
  const lane = (number: number): Code => join(get(SUMS), i32x4.lane(number))
  return join(
    endAddress,
    set(END),
    repeatWhile(
      join(get(AT), c(BLOCK_BYTES), i32.add, get(END), i32.greaterUnsigned, i32.isZero),
      join(
        join(get(AT), v128.load(0), i8x16.countOnes),
        join(i16x8.addPairsOfBytes, i32x4.addPairsOfWords, get(SUMS), i32x4.add, set(SUMS)),
        advance(AT, BLOCK_BYTES),
      ),
    ),
    join(lane(0), lane(1), i32.add, lane(2), i32.add, lane(3), i32.add, set(COUNT)),
    repeatWhile(
      join(get(AT), get(END), i32.lessUnsigned),
      join(get(COUNT), get(AT), i32.load, i32.countOnes, i32.add, set(COUNT), advance(AT, 4)),
    ),
    get(COUNT),
  )
}

function listBody(): Code {
  const OUT = 2
  const END = 3
  const WORD = 4
  const BASE = 5
  return join(
    endAddress,
    set(END),
    repeatWhile(
      join(get(AT), get(END), i32.lessUnsigned),
      join(
        join(get(AT), i32.load, set(WORD)),
        repeatWhile(
          get(WORD),
          join(
            join(get(OUT), get(WORD), i32.trailingZeros, get(BASE), i32.add, i32.storeAt(0)),
            advance(OUT, 4),
            // without its lowest bit
            join(get(WORD), get(WORD), c(1), i32.subtract, i32.and, set(WORD)),
          ),
        ),
        advance(BASE, 32),
        advance(AT, 4),
      ),
    ),
  )
}
