// One tokenizer serves documents, queries, synonyms and highlighting (relevancy 1): text is cut into original tokens,
// and each is normalized and classified. Values in plain ASCII take a shorter way to the same words.

import { POSITION_MAX, WORD_BYTES_MAX } from '../limits.ts'
import { createAsciiWords, HARD_GAP, SOFT_GAP } from './ascii-words.ts'
import type { AsciiWords, PositionState } from './ascii-words.ts'
import { createEntryMatcher } from './entry-matcher.ts'
import type { EntryMatcher } from './entry-matcher.ts'
import { SCRIPT, scriptOf } from './scripts.ts'
import type { Script } from './scripts.ts'
import { segmenterFor } from './segmenters/registry.ts'
import { whole } from './segmenters/whole.ts'
import { createSeparators } from './separators.ts'
import type { Separators } from './separators.ts'
import { cutText } from './text-cutter.ts'
import type { CutSink } from './text-cutter.ts'
import { createTokenNormalizer } from './token-normalizer.ts'
import type { TokenNormalizer } from './token-normalizer.ts'
import type { Token, Tokenizer, TokenizerOptions, TokenKind, WordVisitor } from './token.ts'
import { trimWhiteSpace } from './white-space.ts'
import { utf8Length } from './word-order.ts'

/** Builds a tokenizer. It costs about a millisecond: keep one per index and settings. */
export function createTokenizer(options: TokenizerOptions): Tokenizer {
  return new TextTokenizer(options)
}

class TextTokenizer implements Tokenizer {
  readonly #entries: EntryMatcher
  readonly #lemmas: Lemmas
  readonly #asciiWords: AsciiWords | null

  constructor(options: TokenizerOptions) {
    const separators = createSeparators(
      options.separatorTokens ?? [],
      options.nonSeparatorTokens ?? [],
    )
    const dictionary = options.dictionary ?? []
    const stopWords = new Set((options.stopWords ?? []).map(classifiedForm))
    this.#entries = createEntryMatcher([...separators.keys(), ...dictionary])
    this.#lemmas = new Lemmas(separators, stopWords)
    this.#asciiWords = createAsciiWords(separators, dictionary, stopWords)
  }

  tokenize(text: string, locales?: readonly string[]): Token[] {
    const tokens: Token[] = []
    const lemmas = this.#lemmas
    cutText(
      { text, from: 0, entries: this.#entries, locales },
      {
        add(start, end, script, language) {
          const { kind, lemma } = lemmas.resolve(text.slice(start, end), script, language)
          tokens.push({ kind, lemma, start, end })
        },
      },
    )
    return tokens
  }

  forEachWord(
    text: string,
    startPosition: number,
    locales: readonly string[] | undefined,
    visit: WordVisitor,
  ): number {
    const state: PositionState = { position: startPosition, gap: 0 }
    let from = 0
    if (this.#asciiWords !== null && isLatinCutWhole(locales)) {
      from = this.#asciiWords.visitWords(text, state, visit)
      if (from === text.length) return state.position
    }
    const sink = new WordSink(text, this.#lemmas, state, visit)
    cutText({ text, from, entries: this.#entries, locales }, sink)
    return state.position
  }

  originalLength(text: string, lemmaCharCount: number, locales?: readonly string[]): number {
    let script: Script = SCRIPT.other
    for (const char of text) {
      script = scriptOf(char.codePointAt(0)!)
      if (script !== SCRIPT.other) break
    }
    const language = locales?.length === 1 ? locales[0]! : null
    return this.#lemmas.normalizerFor(script, language).originalLength(text, lemmaCharCount)
  }
}

/** Stop words are kept in the form tokens have when they are classified: decomposed, case and accents untouched. */
export function classifiedForm(word: string): string {
  return PLAIN.classifiedForm(word)
}

const PLAIN: TokenNormalizer = createTokenNormalizer(SCRIPT.other, null)

// Whether ASCII pieces are words as they stand, whatever language is found among `locales`.
function isLatinCutWhole(locales: readonly string[] | undefined): boolean {
  if (locales === undefined) return true
  for (const locale of locales) {
    if (segmenterFor(SCRIPT.latin, locale) !== whole) return false
  }
  return true
}

interface Lemma {
  readonly kind: TokenKind
  readonly lemma: string
}

// Words of a text repeat; the bound keeps a tokenizer within a few megabytes.
const REMEMBERED_LEMMAS_MAX = 20_000
const REMEMBERED_LENGTH_MAX = 64
const PLAIN_ASCII = /^[ -~]*$/

/** Normalizes and classifies original tokens; remembers the ones that take effort. */
class Lemmas {
  readonly #separators: Separators
  readonly #stopWords: ReadonlySet<string>
  readonly #profiles = new Map<string, { normalizer: TokenNormalizer; known: Map<string, Lemma> }>()

  constructor(separators: Separators, stopWords: ReadonlySet<string>) {
    this.#separators = separators
    this.#stopWords = stopWords
  }

  resolve(original: string, script: Script, language: string | null): Lemma {
    // ASCII letters are always in a Latin group, where lowercasing is all that happens to ASCII
    if (PLAIN_ASCII.test(original)) {
      return { kind: this.#kindOf(original), lemma: original.toLowerCase() }
    }
    const { normalizer, known } = this.#profileFor(script, language)
    let lemma = known.get(original)
    if (lemma === undefined) {
      lemma = {
        kind: this.#kindOf(normalizer.classifiedForm(original)),
        lemma: normalizer.lemma(original),
      }
      if (original.length <= REMEMBERED_LENGTH_MAX) {
        if (known.size >= REMEMBERED_LEMMAS_MAX) known.clear()
        known.set(original, lemma)
      }
    }
    return lemma
  }

  normalizerFor(script: Script, language: string | null): TokenNormalizer {
    return this.#profileFor(script, language).normalizer
  }

  #kindOf(form: string): TokenKind {
    if (this.#stopWords.has(form)) return 'stopWord'
    return this.#separators.get(form) ?? 'word'
  }

  #profileFor(
    script: Script,
    language: string | null,
  ): { normalizer: TokenNormalizer; known: Map<string, Lemma> } {
    const key = `${script} ${language ?? ''}`
    let profile = this.#profiles.get(key)
    if (profile === undefined) {
      profile = { normalizer: createTokenNormalizer(script, language), known: new Map() }
      this.#profiles.set(key, profile)
    }
    return profile
  }
}

/** Turns tokens into visits of indexable words with their positions (relevancy 2.2). */
class WordSink implements CutSink {
  readonly #text: string
  readonly #lemmas: Lemmas
  readonly #state: PositionState
  readonly #visit: WordVisitor

  constructor(text: string, lemmas: Lemmas, state: PositionState, visit: WordVisitor) {
    this.#text = text
    this.#lemmas = lemmas
    this.#state = state
    this.#visit = visit
  }

  add(start: number, end: number, script: Script, language: string | null): void {
    const state = this.#state
    const { kind, lemma } = this.#lemmas.resolve(this.#text.slice(start, end), script, language)
    if (kind === 'softSeparator' || lemma === '') return
    if (kind === 'hardSeparator') {
      if (state.gap !== 0) state.gap = HARD_GAP
      return
    }
    state.position += state.gap
    state.gap = SOFT_GAP
    if (kind === 'stopWord' || state.position > POSITION_MAX) return
    const word = trimWhiteSpace(lemma)
    if (word === '' || utf8Length(word) > WORD_BYTES_MAX) return
    this.#visit(word, state.position)
  }
}
