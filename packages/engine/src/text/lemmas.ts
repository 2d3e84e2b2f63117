import { WORD_BYTES_MAX } from '../limits.ts'
import { detectLanguage } from './detect-language.ts'
import { scriptOf, SCRIPT } from './scripts.ts'
import type { Script } from './scripts.ts'
import type { Separators } from './separators.ts'
import { createTokenNormalizer } from './token-normalizer.ts'
import type { TokenNormalizer } from './token-normalizer.ts'
import type { TokenKind } from './token.ts'
import { trimWhiteSpace } from '../bits/white-space.ts'
import { utf8Length } from '../bits/word-order.ts'

/** What a token is and how it is indexed. */
export interface Lemma {
  readonly kind: TokenKind
  readonly lemma: string
  /** What the index would hold of it: trimmed, and empty when there is nothing or too much to index. */
  readonly word: string
}

interface Profile {
  readonly script: Script
  readonly language: string | null
  readonly normalizer: TokenNormalizer
  readonly known: Map<string, Lemma>
}

// Words of a text repeat; the bounds keep a tokenizer within a few megabytes.
const KNOWN_LEMMAS_MAX = 20_000
const KNOWN_LENGTH_MAX = 64

const ASCII_END = 0x80
const PLAIN: TokenNormalizer = createTokenNormalizer(SCRIPT.other, null)

/** Normalizes and classifies original tokens; remembers the ones that take effort. */
export class Lemmas {
  readonly #separators: Separators
  readonly #separatorLengthMax: number
  readonly #stopWords: ReadonlySet<string>
  readonly #singles: Lemma[]
  readonly #profiles: Profile[] = []
  #lastProfile: Profile | undefined

  constructor(separators: Separators, stopWords: ReadonlySet<string>) {
    this.#separators = separators
    this.#stopWords = stopWords
    let lengthMax = 0
    for (const separator of separators.keys()) lengthMax = Math.max(lengthMax, separator.length)
    this.#separatorLengthMax = lengthMax
    this.#singles = Array.from({ length: ASCII_END }, (_, code) => {
      const char = String.fromCharCode(code)
      const form = PLAIN.classifiedForm(char)
      return createLemma(this.#kindOf(form), form.toLowerCase())
    })
  }

  /** The kind and lemma of a token standing in a group of this script and language. */
  resolve(original: string, script: Script, language: string | null): Lemma {
    // ASCII letters are always in a Latin group, where lowercasing is all that happens to ASCII
    if (original.length === 1 && original.charCodeAt(0) < ASCII_END) {
      return this.#singles[original.charCodeAt(0)]!
    }
    if (isPrintableAscii(original)) {
      return createLemma(this.#kindOf(original), original.toLowerCase())
    }
    const { normalizer, known } = this.#profileFor(script, language)
    let lemma = known.get(original)
    if (lemma === undefined) {
      const kind = this.#kindOf(normalizer.classifiedForm(original))
      lemma = createLemma(kind, normalizer.lemma(original))
      if (original.length <= KNOWN_LENGTH_MAX) {
        if (known.size >= KNOWN_LEMMAS_MAX) known.clear()
        known.set(original, lemma)
      }
    }
    return lemma
  }

  /** As `TokenNormalizer.originalLength`, for a token on its own. */
  originalLength(
    original: string,
    lemmaCharCount: number,
    locales: readonly string[] | undefined,
  ): number {
    let script: Script = SCRIPT.other
    for (const char of original) {
      script = scriptOf(char.codePointAt(0)!)
      if (script !== SCRIPT.other) break
    }
    const language = detectLanguage(original, 0, original.length, script, locales)
    const { normalizer } = this.#profileFor(script, language)
    return normalizer.originalLength(original, lemmaCharCount)
  }

  #kindOf(form: string): TokenKind {
    if (this.#stopWords.size > 0 && this.#stopWords.has(form)) return 'stopWord'
    if (form.length > this.#separatorLengthMax) return 'word'
    return this.#separators.get(form) ?? 'word'
  }

  #profileFor(script: Script, language: string | null): Profile {
    const last = this.#lastProfile
    if (last !== undefined && last.script === script && last.language === language) return last
    let profile = this.#profiles.find((p) => p.script === script && p.language === language)
    if (profile === undefined) {
      const normalizer = createTokenNormalizer(script, language)
      profile = { script, language, normalizer, known: new Map() }
      this.#profiles.push(profile)
    }
    this.#lastProfile = profile
    return profile
  }
}

function createLemma(kind: TokenKind, lemma: string): Lemma {
  const word = trimWhiteSpace(lemma)
  const isIndexable = word.length <= WORD_BYTES_MAX && utf8Length(word) <= WORD_BYTES_MAX
  return { kind, lemma, word: isIndexable ? word : '' }
}

function isPrintableAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit > 0x7e) return false
  }
  return true
}
