// The indexing path for plain ASCII: one scan over char codes against a table of classes, no tokens. It knows nothing
// that `text-cutter.ts` does not; it only does it faster, and stops where it would need to know more.

import { ASCII_HASH_PRIME, ASCII_HASH_START } from '../bits/ascii-hash.ts'
import { POSITION_MAX, WORD_BYTES_MAX } from '../limits.ts'
import type { EntryMatcher } from './entry-matcher.ts'
import type { Separators } from './separators.ts'
import {
  HARD_SEPARATOR_TOKEN,
  ODD_BYTE,
  PAIR_BYTE,
  SOFT_SEPARATOR_TOKEN,
  SPACE_BYTE,
  STOP_WORD_TOKEN,
  WORD_TOKEN,
  type TextTokens,
} from './text-tokens.ts'
import type { AsciiWordVisitor, WordVisitor } from './token.ts'
import { isWhiteSpace } from '../bits/white-space.ts'

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

/** What decides how ASCII is cut. */
export interface AsciiRules {
  readonly separators: Separators
  readonly dictionary: readonly string[]
  /** In the form in which tokens are classified. */
  readonly stopWords: ReadonlySet<string>
  /** Finds the separators and the dictionary entries. */
  readonly entries: EntryMatcher
}

// Classes of chars; words are made of the first two.
const WORD = 0
const UPPERCASE = 1
const SOFT = 2
const HARD = 3
/** A dot or comma: a hard separator with the space after it, otherwise what it is alone. */
const PAIR = 4
/** Starts some longer entry: to be looked at. */
const LOOK = 5
/** An entry longer than a char starts here. */
const ENTRY = 6
/** Not judged here; its whole piece is not. */
const OTHER = 7

const SPACE = 0x20
const ASCII_END = 0x80

/** Visits the words of runs of ASCII. */
export class AsciiWords {
  // one entry per UTF-16 unit saves the scan a comparison per char
  readonly #classes: Uint8Array = new Uint8Array(0x10000).fill(OTHER)
  readonly #classAlone: Uint8Array = new Uint8Array(ASCII_END)
  readonly #entries: EntryMatcher
  readonly #stopWords: ReadonlySet<string>
  /** Per first char, one bit per length (capped) of the stop words starting with it. */
  readonly #stopLengths: Uint32Array = new Uint32Array(ASCII_END)

  constructor(rules: AsciiRules) {
    this.#entries = rules.entries
    this.#stopWords = rules.stopWords
    const longerEntries = [...rules.separators.keys(), ...rules.dictionary].filter(
      (entry) => entry.length > 1 && entry.charCodeAt(0) < ASCII_END,
    )
    for (let code = 0; code < ASCII_END; code++) {
      const char = String.fromCharCode(code)
      const alone = classAlone(char, rules)
      const longer = longerEntries.filter((entry) => entry.startsWith(char))
      this.#classAlone[code] = alone
      if (longer.length > 0 && alone !== OTHER) {
        this.#classes[code] = longer.every((entry) => isPair(entry, rules)) ? PAIR : LOOK
      } else {
        this.#classes[code] = alone
      }
    }
    for (const stopWord of rules.stopWords) {
      const first = stopWord.charCodeAt(0)
      if (first < ASCII_END) this.#stopLengths[first]! |= lengthBit(stopWord.length)
    }
  }

  /**
   * Visits the words of `text` from `from` (where a token starts) up to the first token it cannot judge, and returns
   * where that one starts, or `text.length`. `state` is what the words so far came to.
   */
  visitWords(text: string, from: number, state: PositionState, visit: WordVisitor): number {
    const classes = this.#classes
    const classesAlone = this.#classAlone
    const stopLengths = this.#stopLengths
    const stopWords = this.#stopWords
    const length = text.length
    let position = state.position
    let gap = state.gap
    let i = from
    while (i < length) {
      const first = text.charCodeAt(i)
      let charClass = classes[first]!
      if (charClass === SOFT) {
        i++
        continue
      }
      if (charClass === PAIR) {
        if (text.charCodeAt(i + 1) === SPACE) {
          if (gap !== 0) gap = HARD_GAP
          i += 2
          continue
        }
        charClass = classesAlone[first]!
      } else if (charClass === LOOK) {
        charClass = this.#look(text, i)
      }
      if (charClass > UPPERCASE) {
        if (charClass >= ENTRY) break
        if (charClass === HARD && gap !== 0) gap = HARD_GAP
        i++
        continue
      }
      // a word, to its end
      const start = i
      let seen = 0
      while (charClass <= UPPERCASE) {
        seen |= charClass
        i++
        if (i === length) break
        charClass = classes[text.charCodeAt(i)]!
        if (charClass <= UPPERCASE) continue
        if (charClass === PAIR) {
          if (text.charCodeAt(i + 1) !== SPACE) charClass = classesAlone[text.charCodeAt(i)]!
        } else if (charClass === LOOK) {
          charClass = this.#look(text, i)
        }
      }
      if (charClass === OTHER) {
        i = start
        break
      }
      position += gap
      gap = SOFT_GAP
      const wordLength = i - start
      if (position > POSITION_MAX || wordLength > WORD_BYTES_MAX) continue
      const lengths = stopLengths[first]!
      if (lengths !== 0 && (lengths & lengthBit(wordLength)) !== 0) {
        if (stopWords.has(text.slice(start, i))) continue
      }
      const word = text.slice(start, i)
      visit(seen === 0 ? word : word.toLowerCase(), position)
    }
    state.position = position
    state.gap = gap
    return i
  }

  /**
   * The same over the bytes of a text that is plain ASCII, which are several times cheaper to look at than the chars of a
   * string. `text` is asked only where an entry longer than a char may start.
   */
  visitBytes(
    text: string,
    bytes: Uint8Array,
    state: PositionState,
    visit: AsciiWordVisitor,
  ): number {
    const classes = this.#classes
    const classesAlone = this.#classAlone
    const stopLengths = this.#stopLengths
    const { length } = text
    let { position, gap } = state
    let i = 0
    while (i < length) {
      const first = bytes[i]!
      let charClass = classes[first]!
      if (charClass === SOFT) {
        i++
        continue
      }
      if (charClass === PAIR) {
        if (i + 1 < length && bytes[i + 1] === SPACE) {
          if (gap !== 0) gap = HARD_GAP
          i += 2
          continue
        }
        charClass = classesAlone[first]!
      } else if (charClass === LOOK) {
        charClass = this.#look(text, i)
      }
      if (charClass > UPPERCASE) {
        if (charClass >= ENTRY) break
        if (charClass === HARD && gap !== 0) gap = HARD_GAP
        i++
        continue
      }
      // a word, to its end
      const start = i
      let code = first
      let hash = ASCII_HASH_START
      while (charClass <= UPPERCASE) {
        // the class of upper-case letters is 1: this adds the bit that makes them lower-case
        hash = Math.imul(hash ^ (code | (charClass << 5)), ASCII_HASH_PRIME)
        i++
        if (i === length) break
        code = bytes[i]!
        charClass = classes[code]!
        if (charClass <= UPPERCASE) continue
        if (charClass === PAIR) {
          if (i + 1 === length || bytes[i + 1] !== SPACE) charClass = classesAlone[code]!
        } else if (charClass === LOOK) {
          charClass = this.#look(text, i)
        }
      }
      if (charClass === OTHER) {
        i = start
        break
      }
      position += gap
      gap = SOFT_GAP
      const wordLength = i - start
      if (position > POSITION_MAX || wordLength > WORD_BYTES_MAX) continue
      const lengths = stopLengths[first]!
      if (lengths !== 0 && (lengths & lengthBit(wordLength)) !== 0) {
        if (this.#stopWords.has(text.slice(start, i))) continue
      }
      visit(bytes, start, i, position, hash)
    }
    state.position = position
    state.gap = gap
    return i
  }

  /**
   * Adds the tokens of `text` from `from` (where a token starts) up to the first one that cannot be judged here, and returns
   * where that one starts, or `text.length`.
   */
  cut(text: string, from: number, out: TextTokens): number {
    const classes = this.#classes
    const classesAlone = this.#classAlone
    const { length } = text
    let i = from
    while (i < length) {
      const start = i
      const first = text.charCodeAt(i)
      let charClass = classes[first]!
      let kind = SOFT_SEPARATOR_TOKEN
      if (charClass === PAIR) {
        if (text.charCodeAt(i + 1) === SPACE) {
          kind = HARD_SEPARATOR_TOKEN
          i++
          charClass = HARD
        } else charClass = classesAlone[first]!
      } else if (charClass === LOOK) charClass = this.#look(text, i)
      if (charClass >= ENTRY) return start
      i++
      if (charClass === HARD) kind = HARD_SEPARATOR_TOKEN
      else if (charClass <= UPPERCASE) {
        kind = WORD_TOKEN
        while (i < length) {
          const code = text.charCodeAt(i)
          charClass = classes[code]!
          if (charClass === PAIR) {
            if (text.charCodeAt(i + 1) !== SPACE) charClass = classesAlone[code]!
          } else if (charClass === LOOK) charClass = this.#look(text, i)
          if (charClass > UPPERCASE) break
          i++
        }
        if (charClass === OTHER) return start
        const lengths = this.#stopLengths[first]!
        if (lengths !== 0 && (lengths & lengthBit(i - start)) !== 0) {
          if (this.#stopWords.has(text.slice(start, i))) kind = STOP_WORD_TOKEN
        }
      }
      out.add(start, kind, null)
    }
    return length
  }

  /** What each byte is wherever it stands: see `BYTE_KIND` and its kin. */
  traits(): Uint8Array {
    const traits = new Uint8Array(256).fill(ODD_BYTE)
    for (let code = 0; code < ASCII_END; code++) {
      const charClass = this.#classes[code]!
      const alone = charClass === PAIR ? this.#classAlone[code]! : charClass
      if (alone <= UPPERCASE) {
        // a part of a word that is a separator before a space
        if (charClass !== PAIR) traits[code] = WORD_TOKEN
      } else if (alone <= HARD) {
        const kind = alone === HARD ? HARD_SEPARATOR_TOKEN : SOFT_SEPARATOR_TOKEN
        traits[code] =
          kind | (charClass === PAIR ? PAIR_BYTE : 0) | (code === SPACE ? SPACE_BYTE : 0)
      }
    }
    return traits
  }

  #look(text: string, at: number): number {
    if (this.#entries.matchEnd(text, at, text.length) > at + 1) return ENTRY
    return this.#classAlone[text.charCodeAt(at)]!
  }
}

function classAlone(char: string, rules: AsciiRules): number {
  const kind = rules.separators.get(char)
  if (kind === undefined) {
    if (rules.dictionary.includes(char)) return OTHER
    const code = char.charCodeAt(0)
    // white space inside a word may have to be trimmed, and control chars to be dropped
    if (isWhiteSpace(code) || code < SPACE || code === 0x7f) return OTHER
    return char >= 'A' && char <= 'Z' ? UPPERCASE : WORD
  }
  // a separator that is a stop word takes a position: too rare to be fast
  if (rules.stopWords.has(char)) return OTHER
  return kind === 'hardSeparator' ? HARD : SOFT
}

function isPair(entry: string, rules: AsciiRules): boolean {
  return (
    (entry === '. ' || entry === ', ') && rules.separators.has(entry) && !rules.stopWords.has(entry)
  )
}

function lengthBit(length: number): number {
  return 1 << (length < 31 ? length : 31)
}
