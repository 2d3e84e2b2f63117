// Finds the words of a query in one text (relevancy 9.3). Word lists are compiled once per search into maps, and the answer
// for a lemma is remembered: texts repeat the same words, so most tokens cost one look-up.

import type { MatchWords } from '../query/match-words.ts'
import { asciiLowercase } from '../bits/ascii-hash.ts'
import type { TextTokens } from '../text/text-tokens.ts'
import type { Tokenizer } from '../text/token.ts'
import { CANDIDATE_WORDS } from './leaf-module.ts'
import type { LeafText } from './leaf-text.ts'
import { createMatchSieve, isTextSieved, type MatchSieve } from './match-sieve.ts'
import type { Matches } from './matches.ts'

/** The compiled words of one search. */
export interface MatchFinder {
  /** False when no text can match. */
  readonly canMatch: boolean
  /** Words of plain ASCII that can match. For one read. */
  readonly sieve: MatchSieve
  /**
   * Puts the matches of a text into `matches`, in text order; they never overlap. `tokens` are cut without stop words.
   */
  find(tokens: TextTokens, locales: readonly string[] | undefined, matches: Matches): void
  /** The same of a text that is not odd. */
  findInLeaf(text: LeafText, matches: Matches): void
}

/** Lemmas whose answer is remembered during one search. */
const REMEMBERED_MAX = 8192
/** Places for words of plain ASCII whose answer is remembered by their bytes; a power of two. */
const KNOWN_PLACES = 256

interface Phrase {
  readonly words: readonly string[]
  readonly positions: readonly number[]
}

interface WordMatch {
  /** Chars of the lemma to highlight; null for the whole token. */
  readonly lemmaChars: number | null
  readonly positions: readonly number[]
}

interface PrefixWord extends WordMatch {
  /** Order in which lists and their words are tried. */
  readonly rank: number
  readonly listIndex: number
}

/** What may start at a token with a given lemma. */
interface Answer {
  readonly phrases: readonly Phrase[]
  readonly word: WordMatch | null
}

/** A lemma and its answer. */
interface Known {
  readonly lemma: string
  readonly answer: Answer | null
}

/** Compiles the words of a search. The tokenizer maps parts of a lemma back to the original text. */
export function compileMatchFinder(words: MatchWords, tokenizer: Tokenizer): MatchFinder {
  return new CompiledMatchFinder(words, tokenizer)
}

class CompiledMatchFinder implements MatchFinder {
  readonly canMatch: boolean
  readonly #tokenizer: Tokenizer
  readonly #phrases = new Map<string, Phrase[]>()
  readonly #exact = new Map<string, { listIndex: number; positions: readonly number[] }>()
  readonly #prefixes = new Map<string, PrefixWord>()
  readonly #prefixLengths: readonly number[]
  readonly sieve: MatchSieve
  readonly #answers = new Map<string, Answer | null>()
  readonly #known: (Known | null)[] = []

  constructor(words: MatchWords, tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer
    for (const phrase of words.phrases) this.#addPhrase(phrase.words, phrase.positions)
    let rank = 0
    for (const [listIndex, list] of words.lists.entries()) {
      const positions = list.positions
      for (const word of list.words) {
        if (word === '') continue
        if (!list.isPrefix) {
          if (!this.#exact.has(word)) this.#exact.set(word, { listIndex, positions })
        } else if (!this.#prefixes.has(word)) {
          const lemmaChars = Math.min(list.queryCharCount, charCount(word))
          this.#prefixes.set(word, { rank: rank++, listIndex, lemmaChars, positions })
        }
      }
    }
    this.#prefixLengths = [...new Set([...this.#prefixes.keys()].map((word) => word.length))]
    const starts = [...this.#phrases.keys(), ...this.#exact.keys(), ...this.#prefixes.keys()]
    this.canMatch = starts.length > 0
    this.sieve = createMatchSieve(starts)
  }

  findInLeaf(text: LeafText, matches: Matches): void {
    matches.clear()
    const { candidates, candidateCount } = text
    let foundEnd = 0
    for (let i = 0; i < candidateCount * CANDIDATE_WORDS; i += CANDIDATE_WORDS) {
      const start = candidates[i]!
      if (start < foundEnd) continue
      const end = candidates[i + 1]!
      const answer = this.#leafAnswer(text, start, end, candidates[i + 2]!)
      if (answer === null) continue
      const word = candidates[i + 3]!
      const phraseEnd = leafPhrase(answer.phrases, text, start, end, word, matches)
      if (phraseEnd > 0) foundEnd = phraseEnd
      else if (answer.word !== null) {
        const { lemmaChars, positions } = answer.word
        const markEnd = lemmaChars === null ? end : start + lemmaChars
        matches.add(start, end, markEnd, word, word, positions)
      }
    }
  }

  find(tokens: TextTokens, locales: readonly string[] | undefined, matches: Matches): void {
    matches.clear()
    const { starts, text } = tokens
    const { sieve } = this
    let word = -1
    for (let index = 0; index < tokens.count; index++) {
      if (!tokens.isWord(index)) continue
      word++
      if (tokens.isPlain(index) && !isTextSieved(sieve, text, starts[index]!)) continue
      const lemma = tokens.lemma(index)
      const answer = this.#answer(lemma)
      if (answer === null) continue
      const lastToken = this.#phraseAt(answer.phrases, tokens, index, word, matches)
      if (lastToken >= 0) {
        index = lastToken
        word = matches.list[matches.count - 1]!.lastWord
      } else if (answer.word !== null) {
        const start = starts[index]!
        const end = starts[index + 1]!
        const { lemmaChars, positions } = answer.word
        const length = this.#markLength(text.slice(start, end), lemma, lemmaChars, locales)
        matches.add(start, end, start + length, word, word, positions)
      }
    }
  }

  #addPhrase(words: readonly (string | null)[], positions: readonly number[]): void {
    // A hole wants a stop word, and texts are cut without stop words: such a phrase is never found.
    const found = words.filter((word) => word !== null)
    const [first] = found
    if (first === undefined || found.length < words.length) return
    const phrases = this.#phrases.get(first)
    if (phrases === undefined) this.#phrases.set(first, [{ words: found, positions }])
    else phrases.push({ words: found, positions })
  }

  /** The answer for a word of plain ASCII; no lemma is made of it when an equal one has been asked for. */
  #leafAnswer(text: LeafText, wordStart: number, wordEnd: number, hash: number): Answer | null {
    const { bytes, base } = text
    const start = base + wordStart
    const end = base + wordEnd
    const place = (hash >>> 8) & (KNOWN_PLACES - 1)
    if (this.#known.length === 0) this.#known.push(...NOTHING_KNOWN)
    const known = this.#known[place]!
    if (known !== null && isLemma(known.lemma, bytes, start, end)) return known.answer
    const lemma = lemmaOf(bytes, start, end)
    const answer = this.#answer(lemma)
    this.#known[place] = { lemma, answer }
    return answer
  }

  #answer(lemma: string): Answer | null {
    let answer = this.#answers.get(lemma)
    if (answer === undefined) {
      const phrases = this.#phrases.get(lemma) ?? []
      const word = this.#wordFor(lemma)
      answer = phrases.length === 0 && word === null ? null : { phrases, word }
      if (this.#answers.size < REMEMBERED_MAX) this.#answers.set(lemma, answer)
    }
    return answer
  }

  #wordFor(lemma: string): WordMatch | null {
    let best: PrefixWord | null = null
    for (const length of this.#prefixLengths) {
      if (length > lemma.length) continue
      const prefix = this.#prefixes.get(lemma.slice(0, length))
      if (prefix !== undefined && (best === null || prefix.rank < best.rank)) best = prefix
    }
    const exact = this.#exact.get(lemma)
    if (exact === undefined || (best !== null && best.listIndex < exact.listIndex)) return best
    return { lemmaChars: null, positions: exact.positions }
  }

  /** Adds the first phrase that stands there; its last token, or -1 when there is none. */
  #phraseAt(
    phrases: readonly Phrase[],
    tokens: TextTokens,
    firstToken: number,
    firstWord: number,
    matches: Matches,
  ): number {
    if (phrases.length === 0) return -1
    // synonyms are many, and most of them fail at their second word: it is looked up once for all of them
    const secondToken = nextWord(tokens, firstToken)
    const second = secondToken === tokens.count ? null : tokens.lemma(secondToken)
    for (const { words, positions } of phrases) {
      if (words.length > 1 && words[1] !== second) continue
      let lastToken = words.length > 1 ? secondToken : firstToken
      let found = Math.min(words.length, 2)
      while (found < words.length) {
        lastToken = nextWord(tokens, lastToken)
        if (lastToken === tokens.count || tokens.lemma(lastToken) !== words[found]) break
        found++
      }
      if (found < words.length) continue
      const start = tokens.starts[firstToken]!
      const end = tokens.starts[lastToken + 1]!
      const lastWord = firstWord + found - 1
      matches.add(start, end, end, firstWord, lastWord, positions)
      return lastToken
    }
    return -1
  }

  /** How much of a token, given as it stands in the text, is marked. */
  #markLength(
    original: string,
    lemma: string,
    lemmaChars: number | null,
    locales: readonly string[] | undefined,
  ): number {
    if (lemmaChars === null) return original.length
    // Where lowercasing is all that was done, chars of lemma and text are the same.
    if (isLowercasedOnly(original, lemma)) return lemmaChars
    const length = this.#tokenizer.originalLength(original, lemmaChars, locales)
    return Math.min(length, original.length)
  }
}

const NOTHING_KNOWN: readonly null[] = Array.from({ length: KNOWN_PLACES }, () => null)

function lemmaOf(bytes: Uint8Array, start: number, end: number): string {
  let lemma = ''
  for (let at = start; at < end; at++) lemma += String.fromCharCode(asciiLowercase(bytes[at]!))
  return lemma
}

/** Adds the first of the phrases that stands at a word, given with its end; the end of the phrase, or 0 when there is none. */
function leafPhrase(
  phrases: readonly Phrase[],
  text: LeafText,
  start: number,
  wordEnd: number,
  firstWord: number,
  matches: Matches,
): number {
  const { bytes, base } = text
  for (const { words, positions } of phrases) {
    let end = wordEnd
    let found = 1
    while (found < words.length) {
      const next = text.nextWord(end)
      if (next === text.length) break
      const nextEnd = text.wordEnd(next)
      if (!isLemma(words[found]!, bytes, base + next, base + nextEnd)) break
      end = nextEnd
      found++
    }
    if (found < words.length) continue
    matches.add(start, end, end, firstWord, firstWord + found - 1, positions)
    return end
  }
  return 0
}

/** Whether the bytes, in lower case, are the lemma. */
function isLemma(lemma: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (lemma.length !== end - start) return false
  for (let i = 0; i < lemma.length; i++) {
    if (lemma.charCodeAt(i) !== asciiLowercase(bytes[start + i]!)) return false
  }
  return true
}

/** The first word after a token, or the count of tokens when there is none. */
function nextWord(tokens: TextTokens, token: number): number {
  let next = token + 1
  while (next < tokens.count && !tokens.isWord(next)) next++
  return next
}

function isLowercasedOnly(original: string, lemma: string): boolean {
  return (
    original.length === lemma.length &&
    original.toLowerCase() === lemma &&
    charCount(original) === original.length
  )
}

function charCount(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) {
    // The second half of a pair is no char of its own.
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--
  }
  return count
}
