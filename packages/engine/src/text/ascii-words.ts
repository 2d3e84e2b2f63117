// The indexing path for plain ASCII: one scan over char codes against a table of classes, no tokens. It knows nothing
// that `text-cutter.ts` does not; it only does it faster, and stops where it would need to know more.

import { POSITION_MAX, WORD_BYTES_MAX } from '../limits.ts'
import type { Separators } from './separators.ts'
import type { WordVisitor } from './token.ts'
import { isWhiteSpace } from './white-space.ts'

/** Words and positions of the ASCII beginning of a value. */
export interface AsciiWords {
  /**
   * Visits the words of `text` up to the first piece it cannot judge, and returns where that piece starts, or
   * `text.length`. `state` is what the words so far came to.
   */
  visitWords(text: string, state: PositionState, visit: WordVisitor): number
}

/** Where the next word of a value goes. */
export interface PositionState {
  /** Of the last word or stop word; the start position before the first one. */
  position: number
  /** What the next word adds: 0 before the first word, then 1, or 8 after a hard separator. */
  gap: number
}

/** Positions between words, by what stands between them. */
export const SOFT_GAP = 1
export const HARD_GAP = 8

// Classes of ASCII chars; words are made of the first two.
const WORD = 0
const UPPERCASE = 1
const SOFT = 2
const HARD = 3
/** A dot or comma: a hard separator with the space after it, otherwise what `CLASS_ALONE` says. */
const PAIR = 4
/** Not judged here. */
const OTHER = 5

const SPACE = 0x20
const ASCII_END = 0x80
const PAIR_CHARS = ['.', ',']

/** The fast scan for these settings, or null when they need look-ahead that it does not do. */
export function createAsciiWords(
  separators: Separators,
  dictionary: readonly string[],
  stopWords: ReadonlySet<string>,
): AsciiWords | null {
  for (const entry of [...separators.keys(), ...dictionary]) {
    const isPair = entry.length === 2 && entry[1] === ' ' && PAIR_CHARS.includes(entry[0]!)
    const isPlain = separators.has(entry) && (entry.length === 1 || isPair)
    if (!isPlain && entry.charCodeAt(0) < ASCII_END) return null
    if (isPair && (stopWords.has(entry) || dictionary.includes(entry))) return null
  }
  const classAlone = new Uint8Array(ASCII_END)
  const classes = new Uint8Array(ASCII_END)
  for (let code = 0; code < ASCII_END; code++) {
    const char = String.fromCharCode(code)
    classAlone[code] = classOf(char, separators, stopWords)
    const isPairStart = PAIR_CHARS.includes(char) && separators.has(`${char} `)
    classes[code] = isPairStart && classAlone[code] !== OTHER ? PAIR : classAlone[code]!
  }
  return new ClassScan(classes, classAlone, stopWords)
}

function classOf(char: string, separators: Separators, stopWords: ReadonlySet<string>): number {
  const kind = separators.get(char)
  // a separator that is a stop word takes a position: too rare to be fast
  if (kind !== undefined && stopWords.has(char)) return OTHER
  if (kind === 'hardSeparator') return HARD
  if (kind === 'softSeparator') return SOFT
  const code = char.charCodeAt(0)
  // white space inside a word may have to be trimmed, and control chars to be dropped
  if (isWhiteSpace(code) || code < SPACE || code === 0x7f) return OTHER
  return char >= 'A' && char <= 'Z' ? UPPERCASE : WORD
}

class ClassScan implements AsciiWords {
  readonly #classes: Uint8Array
  readonly #classAlone: Uint8Array
  readonly #stopWords: ReadonlySet<string>
  /** Per first char, one bit per length (capped) of the stop words starting with it. */
  readonly #stopLengths: Uint32Array = new Uint32Array(ASCII_END)

  constructor(classes: Uint8Array, classAlone: Uint8Array, stopWords: ReadonlySet<string>) {
    this.#classes = classes
    this.#classAlone = classAlone
    this.#stopWords = stopWords
    for (const stopWord of stopWords) {
      const first = stopWord.charCodeAt(0)
      if (first < ASCII_END) this.#stopLengths[first]! |= lengthBit(stopWord.length)
    }
  }

  visitWords(text: string, state: PositionState, visit: WordVisitor): number {
    const classes = this.#classes
    const classAlone = this.#classAlone
    const stopLengths = this.#stopLengths
    const length = text.length
    let { position, gap } = state
    let i = 0
    while (i < length) {
      let code = text.charCodeAt(i)
      let charClass = code < ASCII_END ? classes[code]! : OTHER
      if (charClass === PAIR) {
        if (text.charCodeAt(i + 1) === SPACE) {
          if (gap !== 0) gap = HARD_GAP
          i += 2
          continue
        }
        charClass = classAlone[code]!
      }
      if (charClass === SOFT) {
        i++
        continue
      }
      if (charClass === HARD) {
        if (gap !== 0) gap = HARD_GAP
        i++
        continue
      }
      // a word, to its end
      const start = i
      const first = code
      let seen = 0
      while (charClass <= UPPERCASE) {
        seen |= charClass
        i++
        if (i === length) break
        code = text.charCodeAt(i)
        charClass = code < ASCII_END ? classes[code]! : OTHER
        if (charClass === PAIR && text.charCodeAt(i + 1) !== SPACE) charClass = classAlone[code]!
      }
      if (charClass === OTHER) {
        i = start
        break
      }
      position += gap
      gap = SOFT_GAP
      const wordLength = i - start
      if (position > POSITION_MAX || wordLength > WORD_BYTES_MAX) continue
      const word = text.slice(start, i)
      if ((stopLengths[first]! & lengthBit(wordLength)) !== 0 && this.#stopWords.has(word)) continue
      visit(seen === 0 ? word : word.toLowerCase(), position)
    }
    state.position = position
    state.gap = gap
    return i
  }
}

function lengthBit(length: number): number {
  return 1 << (length < 31 ? length : 31)
}
