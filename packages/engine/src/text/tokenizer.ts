// One tokenizer serves documents, queries, synonyms and highlighting (relevancy 1): text is cut into original tokens,
// and each is normalized and classified. Runs of plain ASCII take a shorter way to the same words.

import { stopWordForm } from '../bits/stop-word-form.ts'
import { POSITION_MAX } from '../limits.ts'
import { AsciiWords, HARD_GAP, SOFT_GAP } from './ascii-words.ts'
import type { PositionState } from './ascii-words.ts'
import { createEntryMatcher } from './entry-matcher.ts'
import type { EntryMatcher } from './entry-matcher.ts'
import { Lemmas } from './lemmas.ts'
import { SCRIPT } from './scripts.ts'
import { segmenterFor } from './segmenters/registry.ts'
import { whole } from './segmenters/whole.ts'
import { createSeparators } from './separators.ts'
import { cutGroup, groupsOf, pieceEnd } from './text-cutter.ts'
import type { CutSink, Group } from './text-cutter.ts'
import { kindNumber, TextTokens } from './text-tokens.ts'
import type { AsciiWordVisitor, Token, Tokenizer, TokenizerOptions, WordVisitor } from './token.ts'

const encoder = new TextEncoder()
/** Up to here a loop beats the call of an encoder. */
const SHORT_TEXT = 40

/** Builds a tokenizer. It costs about a millisecond: keep one per index and settings. */
export function createTokenizer(options: TokenizerOptions): Tokenizer {
  return new TextTokenizer(options)
}

class TextTokenizer implements Tokenizer {
  readonly byteTraits: Uint8Array
  readonly #entries: EntryMatcher
  readonly #lemmas: Lemmas
  readonly #asciiWords: AsciiWords
  /** Room for the bytes of one text. */
  #bytes = new Uint8Array(4096)
  readonly #cutTokens = new TextTokens()

  constructor(options: TokenizerOptions) {
    const {
      stopWords = [],
      separatorTokens = [],
      nonSeparatorTokens = [],
      dictionary = [],
    } = options
    const separators = createSeparators(separatorTokens, nonSeparatorTokens)
    const stopWordForms = new Set(stopWords.map(stopWordForm))
    const entries = createEntryMatcher(separators, dictionary)
    this.#entries = entries
    this.#lemmas = new Lemmas(separators, stopWordForms)
    this.#asciiWords = new AsciiWords({ separators, dictionary, stopWords: stopWordForms, entries })
    this.byteTraits = this.#asciiWords.traits()
  }

  tokenize(text: string, locales?: readonly string[]): Token[] {
    const sink = new TokenSink(text, this.#lemmas)
    for (const group of groupsOf(text, locales)) cutGroup(text, group, 0, this.#entries, sink)
    return sink.tokens
  }

  cut(text: string, locales?: readonly string[]): TextTokens {
    const out = this.#cutTokens
    out.begin(text)
    if (!isLatinCutWhole(locales) || !this.#cutShort(text, locales, out)) {
      out.begin(text)
      for (const { kind, lemma, start } of this.tokenize(text, locales)) {
        out.add(start, kindNumber(kind), lemma)
      }
    }
    out.end()
    return out
  }

  forEachWord(
    text: string,
    startPosition: number,
    locales: readonly string[] | undefined,
    visit: WordVisitor,
    visitAscii?: AsciiWordVisitor,
  ): number {
    const state: PositionState = { position: startPosition, gap: 0 }
    const asciiWords = isLatinCutWhole(locales) ? this.#asciiWords : null
    let from = 0
    if (asciiWords !== null) {
      from = this.#visitAscii(asciiWords, text, state, visitAscii)
      if (from < text.length) from = asciiWords.visitWords(text, from, state, visit)
    }
    if (from === text.length) return state.position

    const entries = this.#entries
    const sink = new WordSink(text, this.#lemmas, state, visit)
    const groups = groupsOf(text, locales)
    const group = onlyGroup(groups)
    if (asciiWords === null || group === null) {
      for (const each of groups) cutGroup(text, each, from, entries, sink)
      return state.position
    }
    while (from < text.length) {
      const end = this.#tokenEnd(text, from)
      sink.add(from, end, group)
      from = asciiWords.visitWords(text, end, state, visit)
    }
    return state.position
  }

  /** Makes tokens of strings only where plain ASCII is not enough; false when the text must be cut the long way. */
  #cutShort(text: string, locales: readonly string[] | undefined, out: TextTokens): boolean {
    let from = this.#asciiWords.cut(text, 0, out)
    if (from === text.length) return true
    const group = onlyGroup(groupsOf(text, locales))
    if (group === null) return false
    const { script, language } = group
    while (from < text.length) {
      const end = this.#tokenEnd(text, from)
      const { kind, lemma } = this.#lemmas.resolve(text.slice(from, end), script, language)
      out.add(from, kindNumber(kind), lemma)
      from = this.#asciiWords.cut(text, end, out)
    }
    return true
  }

  /** Where the token ends that starts at an offset of a text with an only group. */
  #tokenEnd(text: string, start: number): number {
    const entryEnd = this.#entries.matchEnd(text, start, text.length)
    return entryEnd > start ? entryEnd : pieceEnd(text, text.length, start, this.#entries)
  }

  /** Goes as far as a text of plain ASCII can be cut by its bytes alone. */
  #visitAscii(
    asciiWords: AsciiWords,
    text: string,
    state: PositionState,
    visit: AsciiWordVisitor | undefined,
  ): number {
    if (visit === undefined || !this.#toAscii(text)) return 0
    return asciiWords.visitBytes(text, this.#bytes, state, visit)
  }

  /** Puts the bytes of a text where they can be read; false when it is not plain ASCII. */
  #toAscii(text: string): boolean {
    const { length } = text
    if (length > this.#bytes.length) this.#bytes = new Uint8Array(length * 2)
    const bytes = this.#bytes
    if (length <= SHORT_TEXT) {
      for (let i = 0; i < length; i++) {
        const unit = text.charCodeAt(i)
        if (unit > 127) return false
        bytes[i] = unit
      }
      return true
    }
    const { read, written } = encoder.encodeInto(text, bytes)
    // as many bytes as chars: none of them needs more than one
    return read === length && written === length
  }

  originalLength(text: string, lemmaCharCount: number, locales?: readonly string[]): number {
    return this.#lemmas.originalLength(text, lemmaCharCount, locales)
  }
}

/** The group of a text in one script, written with separators: its pieces do not depend on each other. Null for others. */
function onlyGroup(groups: readonly Group[]): Group | null {
  const group = groups[0]!
  return groups.length === 1 && group.segmenter === whole ? group : null
}

// Whether ASCII pieces are words as they stand, whatever language is found among `locales`.
function isLatinCutWhole(locales: readonly string[] | undefined): boolean {
  if (locales === undefined) return true
  for (const locale of locales) {
    if (segmenterFor(SCRIPT.latin, locale) !== whole) return false
  }
  return true
}

class TokenSink implements CutSink {
  readonly tokens: Token[] = []
  readonly #text: string
  readonly #lemmas: Lemmas

  constructor(text: string, lemmas: Lemmas) {
    this.#text = text
    this.#lemmas = lemmas
  }

  add(start: number, end: number, group: Group): void {
    const original = this.#text.slice(start, end)
    const { kind, lemma } = this.#lemmas.resolve(original, group.script, group.language)
    this.tokens.push({ kind, lemma, start, end })
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

  add(start: number, end: number, group: Group): void {
    const state = this.#state
    const original = this.#text.slice(start, end)
    const { kind, lemma, word } = this.#lemmas.resolve(original, group.script, group.language)
    if (kind === 'softSeparator' || lemma === '') return
    if (kind === 'hardSeparator') {
      if (state.gap !== 0) state.gap = HARD_GAP
      return
    }
    state.position += state.gap
    state.gap = SOFT_GAP
    if (kind === 'stopWord' || word === '' || state.position > POSITION_MAX) return
    this.#visit(word, state.position)
  }
}
