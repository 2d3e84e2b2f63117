// The kernel of the LZ encoder: one function that compresses a block, comparing and copying sixteen bytes at a time. Its
// result is that of `PlainLzEncoder`, byte for byte.
//
//   encode(length, blockBase) → bytes written
//
// In memory:
//
//   0                dictionaryTable  by hash: address in the dictionary, -1 for none
//   64 KiB           table            by hash: blockBase + offset in the block; of another block where it is below blockBase
//   128 KiB          the dictionary, up to 32 KiB, ending where the block begins
//   160 KiB          the block, up to 64 KiB
//   224 KiB + 64     what is written
//
// Reads and writes may go up to fifteen bytes too far; what they meet there is never used.

import { DISTANCE_MAX, HASH_BITS, HASH_FACTOR, MATCH_MIN } from './lz.ts'
import * as wasm from './wasm-emitter.ts'
import type { Code } from './wasm-emitter.ts'

const { get, set, tee, join, i32, v128, i8x16, when, either, choose, repeatWhile } = wasm

/** `length` is that of the block; `blockBase` is above whatever an earlier call has put into the table. */
export type EncodeBlock = (length: number, blockBase: number) => number

export const DICTIONARY_TABLE_AT = 0
const TABLE_AT = 65_536
export const BLOCK_AT = 163_840
export const BLOCK_BYTES_MAX = 65_536
export const OUTPUT_AT: number = BLOCK_AT + BLOCK_BYTES_MAX + 64
export const MEMORY_PAGES = 5
/** Where the dictionary begins, in a cell of its own behind everything. */
export const DICTIONARY_START_AT: number = MEMORY_PAGES * 65_536 - 64

/** The bytes of the module. */
export function lzModule(): Uint8Array<ArrayBuffer> {
  const encode = {
    name: 'encode',
    parameterCount: 2,
    hasResult: true,
    locals: LOCALS,
    body: body(),
  }
  return wasm.emitModule([encode], { isShared: false })
}

// the parameters, then the locals; all but hashes and counts are addresses
const LENGTH = 0
const BLOCK_BASE = 1
const AT = 2
const ANCHOR = 3
const END = 4
const LAST = 5
const OUT = 6
const WORD = 7
const SLOT = 8
const CANDIDATE = 9
const MATCHED = 10
const LITERALS = 11
const FROM = 12
const LOCALS = Array.from({ length: 11 }, () => 'i32' as const)

const c = i32.constant
const advance = (local: number, by: Code): Code => join(get(local), by, i32.add, set(local))
const difference = (a: number, b: number): Code => join(get(a), get(b), i32.subtract)
const isBelow = (a: number, b: number): Code => join(get(a), get(b), i32.lessUnsigned)

/** Where the tables hold the word at hand: a hash, four bytes each. */
const slotOf = (word: Code): Code =>
  join(word, c(HASH_FACTOR), i32.multiply, c(32 - HASH_BITS), i32.shiftRight, c(2), i32.shiftLeft)

const placeOf = (address: Code): Code =>
  join(address, c(BLOCK_AT), i32.subtract, get(BLOCK_BASE), i32.add)

/** Counts equal bytes from AT + MATCHED and CANDIDATE + MATCHED on, sixteen at a time, up to the end of the block. */
const countMatched = (): Code =>
  join(
    c(MATCH_MIN),
    set(MATCHED),
    // FROM: where the first sixteen differ, 16 for nowhere
    c(16),
    set(FROM),
    repeatWhile(
      choose(
        join(get(FROM), c(16), i32.equal),
        join(get(AT), get(MATCHED), i32.add, get(END), i32.lessUnsigned),
        c(0),
      ),
      join(
        join(get(AT), get(MATCHED), i32.add, v128.load(0)),
        join(get(CANDIDATE), get(MATCHED), i32.add, v128.load(0), i8x16.equal, i8x16.bitmask),
        join(c(-1), i32.xor, i32.trailingZeros, set(FROM)),
        advance(MATCHED, get(FROM)),
      ),
    ),
    when(
      join(difference(END, AT), get(MATCHED), i32.lessUnsigned),
      join(difference(END, AT), set(MATCHED)),
    ),
  )

/** A match may begin earlier than where it was found. */
const extendBack = (): Code =>
  repeatWhile(
    choose(
      isBelow(ANCHOR, AT),
      choose(
        join(c(DICTIONARY_START_AT), i32.loadAt(0), get(CANDIDATE), i32.lessUnsigned),
        join(
          join(get(AT), c(1), i32.subtract, i32.loadByteAt(0)),
          join(get(CANDIDATE), c(1), i32.subtract, i32.loadByteAt(0), i32.equal),
        ),
        c(0),
      ),
      c(0),
    ),
    join(advance(AT, c(-1)), advance(CANDIDATE, c(-1)), advance(MATCHED, c(1))),
  )

/** What of a count does not fit into four bits: bytes of 255, then one below. Takes `rest` apart. */
const putMore = (rest: number): Code =>
  join(
    repeatWhile(
      join(c(254), get(rest), i32.lessUnsigned),
      join(get(OUT), c(255), i32.storeByteAt(0), advance(OUT, c(1)), advance(rest, c(-255))),
    ),
    join(get(OUT), get(rest), i32.storeByteAt(0), advance(OUT, c(1))),
  )

const atMost15 = (count: number): Code =>
  choose(join(get(count), c(15), i32.lessUnsigned), get(count), c(15))

/** Behind the token: how many literals there are if not said yet, and the LITERALS bytes from ANCHOR on. */
const putLiterals = (): Code =>
  join(
    join(get(LITERALS), set(FROM)),
    when(join(c(14), get(FROM), i32.lessUnsigned), join(advance(FROM, c(-15)), putMore(FROM))),
    // FROM: what is copied
    join(get(ANCHOR), set(FROM)),
    join(get(ANCHOR), get(LITERALS), i32.add, set(ANCHOR)),
    repeatWhile(
      isBelow(FROM, ANCHOR),
      join(
        join(get(OUT), get(FROM), v128.load(0), v128.store(0)),
        join(advance(OUT, c(16)), advance(FROM, c(16))),
      ),
    ),
    // back by what was copied too far
    join(get(OUT), difference(FROM, ANCHOR), i32.subtract, set(OUT)),
  )

const putSequence = (): Code =>
  join(
    join(difference(AT, ANCHOR), set(LITERALS), advance(MATCHED, c(-MATCH_MIN))),
    join(get(OUT), atMost15(LITERALS), c(4), i32.shiftLeft, atMost15(MATCHED), i32.or),
    join(i32.storeByteAt(0), advance(OUT, c(1))),
    putLiterals(),
    join(get(OUT), difference(AT, CANDIDATE), i32.store16At(0), advance(OUT, c(2))),
    // the anchor is the end of the match
    join(get(AT), get(MATCHED), i32.add, c(MATCH_MIN), i32.add, tee(ANCHOR), set(AT)),
    when(
      join(c(14), get(MATCHED), i32.lessUnsigned),
      join(advance(MATCHED, c(-15)), putMore(MATCHED)),
    ),
  )

/** Puts the word two bytes before the end of a match into the table too. */
const rememberEnd = (): Code =>
  when(
    choose(
      join(c(BLOCK_AT + 2), get(AT), i32.lessUnsigned),
      join(get(LAST), get(AT), i32.lessUnsigned, i32.isZero),
      c(0),
    ),
    join(
      slotOf(join(get(AT), c(2), i32.subtract, i32.loadAt(0))),
      placeOf(join(get(AT), c(2), i32.subtract)),
      i32.storeAt(TABLE_AT),
    ),
  )

/** The last place of the same hash: in the block, else in the dictionary. */
const findCandidate = (): Code =>
  join(
    join(get(AT), i32.loadAt(0), set(WORD), slotOf(get(WORD)), set(SLOT)),
    join(get(SLOT), i32.loadAt(TABLE_AT), tee(CANDIDATE), get(BLOCK_BASE), i32.lessSigned),
    either(
      [],
      join(get(SLOT), i32.loadAt(DICTIONARY_TABLE_AT), set(CANDIDATE)),
      join(difference(CANDIDATE, BLOCK_BASE), c(BLOCK_AT), i32.add, set(CANDIDATE)),
    ),
    join(get(SLOT), placeOf(get(AT)), i32.storeAt(TABLE_AT)),
  )

const isMatch = (): Code =>
  choose(
    join(get(CANDIDATE), c(0), i32.lessSigned),
    c(0),
    choose(
      join(c(DISTANCE_MAX), difference(AT, CANDIDATE), i32.lessUnsigned),
      c(0),
      join(get(CANDIDATE), i32.loadAt(0), get(WORD), i32.equal),
    ),
  )

function body(): Code {
  return join(
    join(c(BLOCK_AT), tee(AT), tee(ANCHOR), get(LENGTH), i32.add, tee(END)),
    join(c(MATCH_MIN), i32.subtract, set(LAST), c(OUTPUT_AT), set(OUT)),
    repeatWhile(
      join(get(LAST), get(AT), i32.lessUnsigned, i32.isZero),
      join(
        findCandidate(),
        either(
          isMatch(),
          join(countMatched(), extendBack(), putSequence(), rememberEnd()),
          // long stretches without a match are walked in growing steps
          advance(AT, join(difference(AT, ANCHOR), c(6), i32.shiftRight, c(1), i32.add)),
        ),
      ),
    ),
    when(
      isBelow(ANCHOR, END),
      join(
        join(difference(END, ANCHOR), set(LITERALS)),
        join(get(OUT), atMost15(LITERALS), c(4), i32.shiftLeft, i32.storeByteAt(0)),
        join(advance(OUT, c(1)), putLiterals()),
      ),
    ),
    join(get(OUT), c(OUTPUT_AT), i32.subtract),
  )
}
