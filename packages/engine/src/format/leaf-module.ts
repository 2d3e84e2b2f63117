// The kernel that looks at the texts of documents, sixteen bytes at a time: where a text ends, what its escapes stand for, and
// which of its words may be matches. It says what the plain way of `leaf-text.ts` says.
//
//   read(at, end, 1) → the address of the closing quote of the JSON string whose text begins at `at`, or CUT_OFF
//   read(at, end, 0) → `end`; the text stands there as it is
//
// Everything else that it is given and gives stands in memory:
//
//   0        cells: what was found out about the text (`Cell`), 4 bytes each
//   64       the bytes that words are made of, and those that only a tokenizer can judge: sets as in `ascii-set.ts`
//   128      by the upper half of a byte: its bit in a set
//   256      a byte per byte: what it is in lower case where words are made of it, else 0
//   512      a byte per byte: what it stands for behind a backslash
//   4096     the sieve of `match-sieve.ts`
//   8256     the candidates of `leaf-text.ts`, 16 bytes each
//   64 KiB   the document
//   320 KiB  a text without its escapes
//
// Reads and writes may go up to fifteen bytes too far; what they meet there is never used.

import { ASCII_HASH_PRIME, ASCII_HASH_START } from '../bits/ascii-hash.ts'
import * as wasm from '../bits/wasm-emitter.ts'
import type { Code } from '../bits/wasm-emitter.ts'
import { FIRST_SET_AT, SECOND_SET_AT, START_BITS, START_CHAR_MASK } from './match-sieve.ts'

const { get, set, tee, join, i32, v128, i8x16, when, either, choose, repeatWhile } = wasm

/** Between addresses; `isWritten`: the text is a JSON string, else it stands there as it is. */
export type ReadLeaf = (at: number, end: number, isWritten: number) => number

export const CUT_OFF = -1

/** Places of what is said of a text. */
export const Cell = {
  /** The address of the text and its bytes. */
  text: 0,
  length: 1,
  isEscaped: 2,
  /** Something in it has to be cut by a tokenizer, or it has too many candidates: the rest is not known. */
  isOdd: 3,
  isFull: 4,
  candidateCount: 5,
  count: 6,
} as const

/** Numbers of a candidate. */
export const CANDIDATE_WORDS = 4
export const WORD_SET_AT = 64
export const ODD_SET_AT = 80
export const BITS_AT = 128
export const LOWERCASE_AT = 256
export const ESCAPED_AT = 512
export const SIEVE_AT = 4096
export const CANDIDATES_AT = 8256
const CANDIDATES_END = 65_536
export const CANDIDATES_MAX: number = (CANDIDATES_END - CANDIDATES_AT) / (4 * CANDIDATE_WORDS)
export const DOCUMENT_AT = 65_536
/** Documents that are larger are read the plain way. */
export const DOCUMENT_BYTES_MAX = 262_080
const UNESCAPED_AT = 327_680
export const MEMORY_PAGES = 10

/** The bytes of the module. */
export function leafModule(): Uint8Array<ArrayBuffer> {
  const read = { name: 'read', parameterCount: 3, hasResult: true, locals: LOCALS, body: body() }
  return wasm.emitModule([read], { isShared: false })
}

// the parameters, then the locals
const AT = 0
const END = 1
const IS_WRITTEN = 2
const TEXT = 3
const LIMIT = 4
const OUT = 5
const FOUND = 6
const WORDS = 7
/** One bit per byte of the sixteen at hand. */
const WORD_BITS = 8
const STARTS = 9
const VALID = 10
const IS_IN_WORD = 11
const PLACE = 12
const HASH = 13
const BYTE = 14
const COUNTED = 15
const BYTES = 16
const LOW = 17
const HIGH = 18
const WORD_SET = 19
const FIRST_SET = 20
const ODD_SET = 21
const SECOND_SET = 22
const LOCALS = [
  ...Array.from({ length: 13 }, () => 'i32' as const),
  ...Array.from({ length: 7 }, () => 'v128' as const),
]

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ALL_SIXTEEN = 0xffff
const LAST_OF_SIXTEEN = 0x8000

const c = i32.constant
const advance = (local: number, by: Code): Code => join(get(local), by, i32.add, set(local))
const isBelow = (a: number, b: number): Code => join(get(a), get(b), i32.lessUnsigned)
const keep = (cell: number, value: Code): Code => join(c(0), value, i32.storeAt(4 * cell))
const leave = (cell: number): Code => join(keep(cell, c(1)), get(END), wasm.RETURN)

/** Goes to the next quote or backslash, or beyond the end; `copy` takes the sixteen bytes at hand along. */
const findSign = (copy: Code, advanceCopy: Code): Code =>
  join(
    join(c(0), set(FOUND)),
    repeatWhile(
      choose(isBelow(AT, END), join(get(FOUND), i32.isZero), c(0)),
      join(
        join(get(AT), v128.load(0), set(BYTES), copy),
        join(get(BYTES), v128.bytes(QUOTE), i8x16.equal),
        join(get(BYTES), v128.bytes(BACKSLASH), i8x16.equal, v128.or),
        join(i8x16.bitmask, tee(FOUND), c(0x10000), i32.or, i32.trailingZeros, set(PLACE)),
        join(advance(AT, get(PLACE)), advanceCopy),
      ),
    ),
    when(join(isBelow(AT, END), i32.isZero), join(c(CUT_OFF), wasm.RETURN)),
  )

/** From the first backslash on; what stands before it is copied too. */
const unescape = (): Code =>
  join(
    keep(Cell.isEscaped, c(1)),
    // LIMIT: where the next byte goes
    join(get(TEXT), set(PLACE), c(UNESCAPED_AT), set(LIMIT)),
    repeatWhile(
      isBelow(PLACE, AT),
      join(
        join(get(LIMIT), get(PLACE), v128.load(0), v128.store(0)),
        join(advance(PLACE, c(16)), advance(LIMIT, c(16))),
      ),
    ),
    // back by what was copied too far
    join(get(LIMIT), get(PLACE), i32.subtract, get(AT), i32.add, set(LIMIT)),
    join(c(UNESCAPED_AT), set(TEXT)),
    repeatWhile(
      join(get(AT), i32.loadByteAt(0), c(BACKSLASH), i32.equal),
      join(
        join(get(AT), i32.loadByteAt(1), i32.loadByteAt(ESCAPED_AT), set(BYTE)),
        when(join(get(BYTE), i32.isZero), keep(Cell.isOdd, c(1))),
        join(get(LIMIT), get(BYTE), i32.storeByteAt(0), advance(LIMIT, c(1)), advance(AT, c(2))),
        findSign(join(get(LIMIT), get(BYTES), v128.store(0)), advance(LIMIT, get(PLACE))),
      ),
    ),
  )

const loadSet = (set_: number, address: number): Code => join(c(address), v128.load(0), set(set_))
/** Not 0 where the byte is in the set. */
const inSet = (set_: number): Code =>
  join(get(set_), get(LOW), i8x16.lookUp, get(HIGH), v128.and, v128.zero, i8x16.notEqual)

/** Tells the sixteen bytes at hand apart; leaves when one of them is odd. */
const classify = (): Code =>
  join(
    join(get(AT), v128.load(0), tee(BYTES), v128.bytes(15), v128.and, set(LOW)),
    join(c(BITS_AT), v128.load(0), get(BYTES), c(4), i8x16.shiftRight, i8x16.lookUp, set(HIGH)),
    choose(
      join(get(LIMIT), get(AT), i32.subtract, tee(PLACE), c(16), i32.lessUnsigned),
      join(c(1), get(PLACE), i32.shiftLeft, c(1), i32.subtract),
      c(ALL_SIXTEEN),
    ),
    set(VALID),
    when(
      join(get(BYTES), inSet(ODD_SET), v128.or, i8x16.bitmask, get(VALID), i32.and),
      leave(Cell.isOdd),
    ),
    join(inSet(WORD_SET), i8x16.bitmask, get(VALID), i32.and, tee(WORD_BITS)),
    join(get(WORD_BITS), c(1), i32.shiftLeft, get(IS_IN_WORD), i32.or, c(-1), i32.xor, i32.and),
    join(tee(STARTS), inSet(FIRST_SET), i8x16.bitmask, i32.and),
    // the byte behind the last one is not known yet: it may be anything
    join(inSet(SECOND_SET), i8x16.bitmask, c(1), i32.shiftRight, c(LAST_OF_SIXTEEN), i32.or),
    join(i32.and, set(FOUND)),
    join(get(WORD_BITS), c(15), i32.shiftRight, set(IS_IN_WORD)),
  )

const startChar = (offset: number): Code =>
  join(get(PLACE), i32.loadByteAt(offset), c(START_CHAR_MASK), i32.and)

/** Whether the sieve lets the word at PLACE through; takes BYTE. */
const isSieved = (): Code =>
  join(
    join(startChar(0), c(START_BITS), i32.shiftLeft, startChar(1), i32.or),
    join(c(START_BITS), i32.shiftLeft, startChar(2), i32.or, tee(BYTE)),
    join(c(3), i32.shiftRight, i32.loadByteAt(SIEVE_AT)),
    join(get(BYTE), c(7), i32.and, i32.shiftRight, c(1), i32.and),
  )

const putCandidate = (): Code =>
  join(
    when(join(get(OUT), c(CANDIDATES_END), i32.equal), leave(Cell.isFull)),
    join(get(OUT), get(PLACE), get(TEXT), i32.subtract, i32.storeAt(0)),
    join(c(ASCII_HASH_START), set(HASH)),
    repeatWhile(
      choose(
        isBelow(PLACE, LIMIT),
        join(get(PLACE), i32.loadByteAt(0), i32.loadByteAt(LOWERCASE_AT), tee(BYTE)),
        c(0),
      ),
      join(
        join(get(HASH), get(BYTE), i32.xor, c(ASCII_HASH_PRIME), i32.multiply, set(HASH)),
        advance(PLACE, c(1)),
      ),
    ),
    join(get(OUT), get(PLACE), get(TEXT), i32.subtract, i32.storeAt(4)),
    join(get(OUT), get(HASH), i32.storeAt(8)),
    join(get(OUT), get(WORDS), get(COUNTED), i32.add, i32.storeAt(12)),
    advance(OUT, c(4 * CANDIDATE_WORDS)),
  )

const visitFound = (): Code =>
  repeatWhile(
    get(FOUND),
    join(
      // COUNTED: words of these sixteen before the one found
      join(get(FOUND), c(-1), i32.add, get(FOUND), c(-1), i32.xor, i32.and, get(STARTS)),
      join(i32.and, i32.countOnes, set(COUNTED)),
      join(get(AT), get(FOUND), i32.trailingZeros, i32.add, set(PLACE)),
      join(get(FOUND), get(FOUND), c(1), i32.subtract, i32.and, set(FOUND)),
      when(isSieved(), putCandidate()),
    ),
  )

function body(): Code {
  return join(
    join(keep(Cell.isEscaped, c(0)), keep(Cell.isOdd, c(0)), keep(Cell.isFull, c(0))),
    join(get(AT), set(TEXT)),
    either(
      get(IS_WRITTEN),
      join(
        findSign([], []),
        either(
          join(get(AT), i32.loadByteAt(0), c(BACKSLASH), i32.equal),
          unescape(),
          join(get(AT), set(LIMIT)),
        ),
        // END: what is returned
        join(get(AT), set(END)),
      ),
      join(get(END), set(LIMIT)),
    ),
    keep(Cell.text, get(TEXT)),
    keep(Cell.length, join(get(LIMIT), get(TEXT), i32.subtract)),
    join(loadSet(WORD_SET, WORD_SET_AT), loadSet(FIRST_SET, SIEVE_AT + FIRST_SET_AT)),
    join(loadSet(SECOND_SET, SIEVE_AT + SECOND_SET_AT), loadSet(ODD_SET, ODD_SET_AT)),
    join(c(CANDIDATES_AT), set(OUT), c(0), set(WORDS), c(0), set(IS_IN_WORD)),
    join(get(TEXT), set(AT)),
    repeatWhile(
      isBelow(AT, LIMIT),
      join(
        classify(),
        visitFound(),
        advance(WORDS, join(get(STARTS), i32.countOnes)),
        advance(AT, c(16)),
      ),
    ),
    keep(Cell.candidateCount, join(get(OUT), c(CANDIDATES_AT), i32.subtract, c(4), i32.shiftRight)),
    get(END),
  )
}
