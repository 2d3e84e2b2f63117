// The kernel of the LZ decoder: one function that decompresses a block, copying sixteen bytes at a time. Its result is that
// of `lzDecode`, also for blocks that make no sense.
//
//   decode(length, out, stop, low, limit) → where the text ends, or -1
//
// In memory:
//
//   0          the compressed block, up to 64 KiB less 64 bytes
//   64 KiB     slots of 64 KiB: a dictionary of up to 32 KiB that ends in the middle, and from there the text of a block
//
// Reads and writes may go up to fifteen bytes too far; what they meet there is never used.

import { MATCH_MIN } from './lz.ts'
import * as wasm from './wasm-emitter.ts'
import type { Code } from './wasm-emitter.ts'

const { get, set, join, i32, v128, when, either, repeatWhile } = wasm

/**
 * `length` is that of the compressed block; text goes to `out`, of which the first `stop - out` bytes are asked for. Matches
 * reach back to `low`, text to `limit`.
 */
export type DecodeBlock = (
  length: number,
  out: number,
  stop: number,
  low: number,
  limit: number,
) => number

const PAGE = 65_536
/** What a read or a write may go too far, and more. */
const MARGIN = 64
export const INPUT_BYTES_MAX: number = PAGE - MARGIN
export const SLOT_COUNT = 16
const TEXT_OFFSET = 32_768
export const TEXT_BYTES_MAX: number = PAGE - TEXT_OFFSET - MARGIN
export const MEMORY_PAGES: number = 1 + SLOT_COUNT

/** Where the text of a slot begins, and its dictionary ends. */
export function textAt(slot: number): number {
  return PAGE * (1 + slot) + TEXT_OFFSET
}

/** The bytes of the module. */
export function lzDecoderModule(): Uint8Array<ArrayBuffer> {
  const decode = {
    name: 'decode',
    parameterCount: 5,
    hasResult: true,
    locals: LOCALS,
    body: body(),
  }
  return wasm.emitModule([decode], { isShared: false })
}

// the parameters, then the locals; all but the counts, the token and the distance are addresses
const LENGTH = 0
const OUT = 1
const STOP = 2
const LOW = 3
const LIMIT = 4
const AT = 5
const TOKEN = 6
const COUNT = 7
const FROM = 8
const END = 9
const DISTANCE = 10
/** Before these, a sequence of counts that the token says whole needs no checks. */
const SAFE_AT = 11
const SAFE_OUT = 12
const LOCALS = Array.from({ length: 8 }, () => 'i32' as const)

const LITERALS_SHORT_MAX = 14
const MATCH_SHORT_MAX = 14 + MATCH_MIN
const DISTANCE_BYTES = 2

const c = i32.constant
const advance = (local: number, by: Code): Code => join(get(local), by, i32.add, set(local))
const isBelow = (a: number, b: number): Code => join(get(a), get(b), i32.lessUnsigned)
/** Whether fewer than `count` bytes lie between two addresses. */
const isShort = (from: number, to: number, count: Code): Code =>
  join(get(to), get(from), i32.subtract, count, i32.lessUnsigned)
const refuseWhen = (condition: Code): Code => when(condition, join(c(-1), wasm.RETURN))

/** A count of which the token says 15 or more, `full` with what is added to all: bytes up to one below 255 belong to it. */
const readMore = (full: number): Code =>
  when(
    join(get(COUNT), c(full), i32.equal),
    join(
      // FROM: the last byte
      join(c(255), set(FROM)),
      repeatWhile(
        join(get(FROM), c(255), i32.equal, isBelow(AT, LENGTH), i32.and),
        join(
          join(get(AT), i32.loadByteAt(0), set(FROM), advance(AT, c(1))),
          advance(COUNT, get(FROM)),
        ),
      ),
    ),
  )

/** Sixteen bytes at FROM go to OUT, then the next, up to END. */
const copyWide = (): Code =>
  join(
    join(get(OUT), get(FROM), v128.load(0), v128.store(0)),
    repeatWhile(
      join(advance(OUT, c(16)), isBelow(OUT, END)),
      join(advance(FROM, c(16)), get(OUT), get(FROM), v128.load(0), v128.store(0)),
    ),
  )

const copyByBytes = (): Code =>
  repeatWhile(
    isBelow(OUT, END),
    join(
      join(get(OUT), get(FROM), i32.loadByteAt(0), i32.storeByteAt(0)),
      join(advance(OUT, c(1)), advance(FROM, c(1))),
    ),
  )

const readLiterals = (): Code =>
  join(
    join(get(TOKEN), c(4), i32.shiftRight, set(COUNT)),
    readMore(15),
    refuseWhen(join(isShort(AT, LENGTH, get(COUNT)), isShort(OUT, LIMIT, get(COUNT)), i32.or)),
    join(get(OUT), get(COUNT), i32.add, set(END), get(AT), set(FROM)),
    copyWide(),
    join(get(END), set(OUT), advance(AT, get(COUNT))),
  )

/** Most sequences by far: up to fourteen literals, not at the end of the block. */
const readShortLiterals = (): Code =>
  join(
    join(get(OUT), get(AT), v128.load(0), v128.store(0)),
    join(get(TOKEN), c(4), i32.shiftRight, set(COUNT)),
    join(advance(OUT, get(COUNT)), advance(AT, get(COUNT))),
  )

/** Refuses a distance of 0 and one that goes too far back. */
const readDistance = (): Code =>
  join(
    join(get(AT), i32.load16At(0), set(DISTANCE), advance(AT, c(DISTANCE_BYTES))),
    refuseWhen(
      join(
        join(get(DISTANCE), c(1), i32.subtract, get(OUT), get(LOW), i32.subtract),
        join(i32.lessUnsigned, i32.isZero),
      ),
    ),
    join(get(TOKEN), c(15), i32.and, c(MATCH_MIN), i32.add, set(COUNT)),
  )

const copyMatch = (): Code =>
  join(
    readMore(15 + MATCH_MIN),
    refuseWhen(isShort(OUT, LIMIT, get(COUNT))),
    join(get(OUT), get(COUNT), i32.add, set(END)),
    join(get(OUT), get(DISTANCE), i32.subtract, set(FROM)),
    // a match that runs into itself repeats what it has just written
    either(join(get(DISTANCE), c(16), i32.lessUnsigned), copyByBytes(), copyWide()),
    join(get(END), set(OUT)),
  )

/** As most literals, so most matches: at most eighteen bytes, from sixteen or more before. */
const copyShortMatch = (): Code =>
  join(
    join(get(OUT), get(DISTANCE), i32.subtract, set(FROM)),
    join(get(OUT), get(FROM), v128.load(0), v128.store(0)),
    join(get(OUT), get(FROM), i32.load16At(16), i32.store16At(16)),
    advance(OUT, get(COUNT)),
  )

const isShortMatch = (): Code =>
  join(
    join(get(COUNT), c(MATCH_SHORT_MAX + 1), i32.lessUnsigned),
    join(get(DISTANCE), c(16), i32.lessUnsigned, i32.isZero, i32.and),
  )

const isSafe = (): Code =>
  join(
    join(get(AT), get(SAFE_AT), i32.lessSigned),
    join(get(OUT), get(SAFE_OUT), i32.lessSigned, i32.and),
    join(get(TOKEN), c((LITERALS_SHORT_MAX + 1) << 4), i32.lessUnsigned, i32.and),
  )

function body(): Code {
  return join(
    join(get(LENGTH), c(LITERALS_SHORT_MAX + DISTANCE_BYTES), i32.subtract, set(SAFE_AT)),
    join(get(LIMIT), c(LITERALS_SHORT_MAX + MATCH_SHORT_MAX), i32.subtract, set(SAFE_OUT)),
    repeatWhile(
      join(isBelow(AT, LENGTH), isBelow(OUT, STOP), i32.and),
      join(
        join(get(AT), i32.loadByteAt(0), set(TOKEN), advance(AT, c(1))),
        either(
          isSafe(),
          join(
            join(readShortLiterals(), readDistance()),
            either(isShortMatch(), copyShortMatch(), copyMatch()),
          ),
          join(
            readLiterals(),
            // the last literals have no match behind them
            when(
              isBelow(AT, LENGTH),
              join(refuseWhen(isShort(AT, LENGTH, c(DISTANCE_BYTES))), readDistance(), copyMatch()),
            ),
          ),
        ),
      ),
    ),
    get(OUT),
  )
}
