// What a checker of streamed JSON is, and what its two implementations share: the states of the grammar and the words for
// mistakes. Text is not decoded and no value built, so checking costs a fraction of parsing.

import { JSON_DEPTH_MAX } from '../limits.ts'

/** What `check` found. Anything else is an offset: an object ends just before it. */
export const IS_OPEN = -1
export const IS_WRONG = -2

/**
 * Follows the grammar of JSON through the bytes of objects, as far as they have come. A part may end at any byte, and the
 * next one goes on there.
 */
export interface JsonChecker {
  /** Whether the object has passed a line break since this was last set to false. */
  hasLineBreak: boolean
  /** Objects that `check` has passed since this was last set to 0, and where in the part the one behind them begins. */
  passedCount: number
  readonly passedTo: number
  /** After IS_WRONG: the byte that cannot stand where it stands, and why. */
  readonly mistakeAt: number
  readonly mistake: string
  /** Sets the bytes that offsets are about from here on; they must not change before the next ones. */
  take(part: Uint8Array): void
  /** Gets ready for an object; its opening brace is the next byte to check. */
  start(): void
  /**
   * Goes on at an offset of the part. Returns where the object ends, IS_OPEN when the part does not end it, or IS_WRONG. A
   * checker that follows lines may pass objects without line breaks that are followed by one line feed and the next object.
   */
  check(at: number): number
}

/** After what the next byte comes. */
export const State = {
  none: 0,
  value: 1,
  valueOrEnd: 2,
  key: 3,
  keyOrEnd: 4,
  colon: 5,
  afterValue: 6,
  string: 7,
  escape: 8,
  hex: 9,
  word: 10,
  sign: 11,
  zero: 12,
  wholeDigits: 13,
  dot: 14,
  fractionDigits: 15,
  exponent: 16,
  exponentSign: 17,
  exponentDigits: 18,
} as const

/** Why a byte cannot stand where it stands. */
export function mistakeIn(state: number, bytes: Uint8Array, at: number): string {
  const isOpening = bytes[at] === 0x7b || bytes[at] === 0x5b
  switch (state) {
    case State.string:
      return 'a control character inside a string must be escaped'
    case State.escape:
    case State.hex:
      return 'an escape inside a string is not valid'
    case State.key:
    case State.keyOrEnd:
      return `expected a field name, found ${shownCharacter(bytes, at)}`
    case State.colon:
      return `expected \`:\`, found ${shownCharacter(bytes, at)}`
    default:
      if ((state === State.value || state === State.valueOrEnd) && isOpening) {
        return `more than ${JSON_DEPTH_MAX} levels of nesting`
      }
      return `unexpected ${shownCharacter(bytes, at)}`
  }
}

/** A byte as it is shown in a message: the character that it begins, where that is one. */
export function shownCharacter(bytes: Uint8Array, at: number): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at, at + 4))
  const point = text.codePointAt(0)
  if (point === undefined || point <= 0x20 || point === 0xfffd) return 'a byte'
  return `\`${String.fromCodePoint(point)}\``
}
