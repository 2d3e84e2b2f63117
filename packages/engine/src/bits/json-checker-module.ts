// The kernel of the JSON checker: one function that follows the grammar through a window of bytes, sixteen at a time inside
// of strings. It does what `plain-json-checker.ts` does, in the same states, and says the same.
//
//   check(at, end) → where the object ends, IS_OPEN or IS_WRONG
//
// Everything else that it is given and gives stands in memory:
//
//   0      cells: what has to be known to go on with the next window (`Cell`), 4 bytes each
//   64     a byte per level of nesting: 1 for an object, 0 for an array
//   1024   a byte per byte: what it may be (`IS_…`)
//   1280   the words `true`, `false`, `null`
//   4096   the window, and 16 bytes that may be read behind it

import { JSON_DEPTH_MAX } from '../limits.ts'
import { IS_OPEN, IS_WRONG, State } from './json-checker.ts'
import * as wasm from './wasm-emitter.ts'
import type { Code } from './wasm-emitter.ts'

const { get, set, tee, join, i32, v128, i8x16, when, either } = wasm

/** `at` and `end` are offsets in the window. */
export type CheckWindow = (at: number, end: number) => number

/** Places of what is kept between windows. */
export const Cell = {
  state: 0,
  depth: 1,
  /** The state after the string() at hand. */
  stringEnd: 2,
  /** Addresses of what is left of the word at hand. */
  wordAt: 3,
  wordEnd: 4,
  hexDigits: 5,
  hasLineBreak: 6,
  /** Given: 1 to go on with the next object where it is the next line. */
  followsLines: 7,
  /** Objects that ended and were followed by another, and where the last of these others begins. */
  passedCount: 8,
  passedTo: 9,
  mistakeAt: 10,
  count: 11,
} as const

export const LEVELS_AT = 64
export const CLASSES_AT = 1024
export const WORDS_AT = 1280
export const WORDS = 'truefalsenull'
export const WINDOW_AT = 4096
export const WINDOW_BYTES = 65_536
export const MEMORY_PAGES = 2

export const IS_SPACE = 1
export const IS_ESCAPED = 2
export const IS_HEX_DIGIT = 4
export const IS_DIGIT = 8
export const IS_LINE_BREAK = 16

/** The bytes of the module. */
export function jsonCheckerModule(): Uint8Array<ArrayBuffer> {
  const check = { name: 'check', parameterCount: 2, hasResult: true, locals: LOCALS, body: body() }
  return wasm.emitModule([check], { isShared: false })
}

// the parameters, as addresses after the first instructions, then the locals
const AT = 0
const END = 1
const STATE = 2
const DEPTH = 3
const STRING_END = 4
const BYTE = 5
const FOUND = 6
const BYTES = 7
const LOCALS = ['i32', 'i32', 'i32', 'i32', 'i32', 'v128'] as const

// Functions, so that nothing is assembled before it is needed.
const c = i32.constant
const hasMore = (): Code => join(get(AT), get(END), i32.lessUnsigned)
const loadByte = (): Code => join(get(AT), i32.loadByteAt(0))
const step = (): Code => join(get(AT), c(1), i32.add, set(AT))
const isByte = (character: string): Code => join(get(BYTE), c(character.charCodeAt(0)), i32.equal)
const isOfClass = (mask: number): Code =>
  join(get(BYTE), i32.loadByteAt(CLASSES_AT), c(mask), i32.and)
const isIn = (state: number): Code => join(get(STATE), c(state), i32.equal)
const go = (state: number): Code => join(c(state), set(STATE))
const take = (state: number): Code => join(step(), go(state))
const keep = (cell: number, value: Code): Code => join(c(0), value, i32.storeAt(4 * cell))
const kept = (cell: number): Code => join(c(0), i32.loadAt(4 * cell))
const isObject = (): Code => join(get(DEPTH), i32.loadByteAt(LEVELS_AT))

const saveAll = (): Code =>
  join(
    keep(Cell.state, get(STATE)),
    keep(Cell.depth, get(DEPTH)),
    keep(Cell.stringEnd, get(STRING_END)),
  )
const offset = (): Code => join(get(AT), c(WINDOW_AT), i32.subtract)
const fail = (): Code => join(keep(Cell.mistakeAt, offset()), saveAll(), c(IS_WRONG), wasm.RETURN)

/** Passes over white space; the byte at hand is some. */
const skipSpace = (): Code =>
  join(
    wasm.repeatWhile(
      wasm.choose(
        hasMore(),
        join(loadByte(), tee(BYTE), i32.loadByteAt(CLASSES_AT), c(IS_SPACE), i32.and),
        c(0),
      ),
      join(when(isOfClass(IS_LINE_BREAK), keep(Cell.hasLineBreak, c(1))), step()),
    ),
  )
const orSpace = (otherwise: Code): Code => either(isOfClass(IS_SPACE), skipSpace(), otherwise)

const skipDigits = (): Code =>
  wasm.repeatWhile(
    wasm.choose(hasMore(), join(loadByte(), c(0x30), i32.subtract, c(10), i32.lessUnsigned), c(0)),
    step(),
  )

/** One space, and the quote that begins a string: what most often follows a comma or a colon. */
const beginString = (stringEnd: number): Code =>
  join(
    when(hasMore(), when(join(loadByte(), c(0x20), i32.equal), step())),
    when(
      hasMore(),
      when(
        join(loadByte(), c(0x22), i32.equal),
        join(take(State.string), c(stringEnd), set(STRING_END)),
      ),
    ),
  )

const open = (level: 0 | 1): Code =>
  either(
    join(get(DEPTH), c(JSON_DEPTH_MAX), i32.equal),
    fail(),
    join(
      join(get(DEPTH), c(1), i32.add, tee(DEPTH), c(level), i32.storeByteAt(LEVELS_AT)),
      take(level === 1 ? State.keyOrEnd : State.valueOrEnd),
    ),
  )

/** Behind the last brace of an object: goes on where the next one is the next line, and there was no break in this one. */
const endObject = (): Code =>
  join(
    go(State.afterValue),
    either(
      wasm.choose(
        join(get(AT), c(1), i32.add, get(END), i32.lessUnsigned),
        join(
          join(get(AT), i32.load16At(0), c(0x7b0a), i32.equal),
          join(kept(Cell.followsLines), i32.and, kept(Cell.hasLineBreak), i32.isZero, i32.and),
        ),
        c(0),
      ),
      join(
        keep(Cell.passedCount, join(kept(Cell.passedCount), c(1), i32.add)),
        join(step(), keep(Cell.passedTo, offset())),
        open(1),
      ),
      join(saveAll(), offset(), wasm.RETURN),
    ),
  )

const close = (level: 0 | 1): Code =>
  either(
    join(isObject(), c(level), i32.equal),
    join(
      step(),
      either(join(get(DEPTH), c(1), i32.subtract, tee(DEPTH)), go(State.afterValue), endObject()),
    ),
    fail(),
  )

/** The first of the cases whose condition holds. */
function firstOf(cases: readonly (readonly [Code, Code])[], otherwise: Code): Code {
  return cases.reduceRight<Code>(
    (rest, [condition, code]) => either(condition, code, rest),
    otherwise,
  )
}

const beginWord = (from: number, length: number): Code =>
  join(
    keep(Cell.wordAt, c(WORDS_AT + from + 1)),
    keep(Cell.wordEnd, c(WORDS_AT + from + length)),
    take(State.word),
  )

const beginOther = (): Code =>
  firstOf(
    [
      [isByte('0'), take(State.zero)],
      [isOfClass(IS_DIGIT), take(State.wholeDigits)],
      [isByte('-'), take(State.sign)],
      [isByte('t'), beginWord(0, 4)],
      [isByte('f'), beginWord(4, 5)],
      [isByte('n'), beginWord(9, 4)],
    ],
    fail(),
  )

const value = (end: Code): Code =>
  firstOf(
    [
      [isByte('"'), join(take(State.string), c(State.afterValue), set(STRING_END))],
      [isByte('{'), open(1)],
      [isByte('['), open(0)],
      [isOfClass(IS_SPACE), skipSpace()],
      [isByte(']'), end],
    ],
    beginOther(),
  )

const key = (end: Code): Code =>
  firstOf(
    [
      [isByte('"'), join(take(State.string), c(State.colon), set(STRING_END))],
      [isByte('}'), end],
    ],
    orSpace(fail()),
  )

/** What may follow the digits of a number, with or without a fraction; anything else is behind the number. */
const afterDigits = (mayHaveDot: boolean): Code => {
  const exponent = either(
    join(get(BYTE), c(0x20), i32.or, c(0x65), i32.equal),
    take(State.exponent),
    go(State.afterValue),
  )
  return mayHaveDot ? either(isByte('.'), take(State.dot), exponent) : exponent
}
const digits = (after: Code): Code =>
  join(skipDigits(), when(hasMore(), join(loadByte(), set(BYTE), after)))
const digitThen = (state: number, otherwise: Code): Code =>
  either(isOfClass(IS_DIGIT), take(state), otherwise)

const casesByState = (): Readonly<Record<keyof typeof State, Code>> => ({
  none: fail(),
  value: value(fail()),
  valueOrEnd: value(go(State.afterValue)),
  key: key(fail()),
  keyOrEnd: key(go(State.afterValue)),
  colon: either(
    isByte(':'),
    join(take(State.value), beginString(State.afterValue)),
    orSpace(fail()),
  ),
  afterValue: firstOf(
    [
      [
        isByte(','),
        either(
          isObject(),
          join(take(State.key), beginString(State.colon)),
          join(take(State.value), beginString(State.afterValue)),
        ),
      ],
      [isByte('}'), close(1)],
      [isByte(']'), close(0)],
    ],
    orSpace(fail()),
  ),
  // what is done in strings stands behind all cases
  string: [],
  escape: join(
    keep(Cell.hexDigits, c(0)),
    either(isByte('u'), take(State.hex), either(isOfClass(IS_ESCAPED), take(State.string), fail())),
  ),
  hex: either(
    isOfClass(IS_HEX_DIGIT),
    join(
      step(),
      keep(Cell.hexDigits, join(kept(Cell.hexDigits), c(1), i32.add)),
      when(join(kept(Cell.hexDigits), c(4), i32.equal), go(State.string)),
    ),
    fail(),
  ),
  word: either(
    join(get(BYTE), kept(Cell.wordAt), i32.loadByteAt(0), i32.equal),
    join(
      step(),
      keep(Cell.wordAt, join(kept(Cell.wordAt), c(1), i32.add)),
      when(join(kept(Cell.wordAt), kept(Cell.wordEnd), i32.equal), go(State.afterValue)),
    ),
    fail(),
  ),
  sign: either(isByte('0'), take(State.zero), digitThen(State.wholeDigits, fail())),
  zero: afterDigits(true),
  wholeDigits: digits(afterDigits(true)),
  dot: digitThen(State.fractionDigits, fail()),
  fractionDigits: digits(afterDigits(false)),
  exponent: either(
    join(isByte('+'), isByte('-'), i32.or),
    take(State.exponentSign),
    digitThen(State.exponentDigits, fail()),
  ),
  exponentSign: digitThen(State.exponentDigits, fail()),
  exponentDigits: digits(go(State.afterValue)),
})

/** Passes over bytes that a string holds as they are, and over what stopped there. */
const string = (): Code =>
  join(
    c(0),
    set(FOUND),
    wasm.repeatWhile(
      wasm.choose(hasMore(), join(get(FOUND), i32.isZero), c(0)),
      join(
        join(get(AT), v128.load(0), tee(BYTES), v128.bytes(0x22), i8x16.equal),
        join(get(BYTES), v128.bytes(0x5c), i8x16.equal, v128.or),
        join(get(BYTES), v128.bytes(0x20), i8x16.lessUnsigned, v128.or),
        join(i8x16.bitmask, tee(FOUND), c(0x10000), i32.or, i32.trailingZeros),
        join(get(AT), i32.add, set(AT)),
      ),
    ),
    // the last sixteen bytes may lie behind the end, and what was found with them
    either(
      hasMore(),
      firstOf(
        [
          [
            join(loadByte(), tee(BYTE), c(0x22), i32.equal),
            join(step(), get(STRING_END), set(STATE)),
          ],
          [isByte('\\'), take(State.escape)],
        ],
        fail(),
      ),
      join(get(END), set(AT)),
    ),
  )

/** From a key to its value, or from a value to the next key, where these are strings: most of what there is. */
const afterString = (): Code =>
  when(
    hasMore(),
    join(
      join(loadByte(), set(BYTE)),
      either(
        isIn(State.colon),
        when(isByte(':'), join(take(State.value), beginString(State.afterValue))),
        when(
          join(isIn(State.afterValue), isByte(','), i32.and, isObject(), i32.and),
          join(take(State.key), beginString(State.colon)),
        ),
      ),
    ),
  )

function body(): Code {
  const byState = casesByState()
  const cases = Object.keys(State).map((name) => byState[name as keyof typeof State])
  return join(
    join(get(AT), c(WINDOW_AT), i32.add, set(AT), get(END), c(WINDOW_AT), i32.add, set(END)),
    join(kept(Cell.state), set(STATE), kept(Cell.depth), set(DEPTH)),
    join(kept(Cell.stringEnd), set(STRING_END)),
    wasm.repeatWhile(
      hasMore(),
      join(
        join(loadByte(), set(BYTE)),
        wasm.dispatch(get(STATE), cases),
        wasm.repeatWhile(
          wasm.choose(isIn(State.string), hasMore(), c(0)),
          join(string(), afterString()),
        ),
      ),
    ),
    saveAll(),
    c(IS_OPEN),
  )
}
