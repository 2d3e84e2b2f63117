// Finds the words of a query in one text (relevancy 9.3). Word lists are compiled once per search into maps, and the answer
// for a lemma is remembered: texts repeat the same words, so most tokens cost one look-up.

import type { MatchWords } from '../query/match-words.ts'
import type { TextTokens } from '../text/text-tokens.ts'
import type { Tokenizer } from '../text/token.ts'
import { createMatchSieve } from './match-sieve.ts'
import type { MatchSieve } from './match-sieve.ts'

/** One place of a text that answers the query: a word, the start of a word, or a whole phrase. */
export interface TextMatch {
  /** UTF-16 offsets of the tokens it covers. */
  readonly start: number
  readonly end: number
  /** End of the part to highlight; before `end` when only the start of a word matches. */
  readonly markEnd: number
  readonly firstToken: number
  readonly lastToken: number
  /** Counted over tokens that are not separators. */
  readonly firstWord: number
  readonly lastWord: number
  /** Query positions it stands for, ascending. */
  readonly positions: readonly number[]
}

/** The compiled words of one search. */
export interface MatchFinder {
  /** False when no text can match. */
  readonly canMatch: boolean
  /** Matches in text order; they never overlap. `tokens` are cut without stop words. */
  find(tokens: TextTokens, locales: readonly string[] | undefined): TextMatch[]
}

/** Lemmas whose answer is remembered during one search. */
const REMEMBERED_MAX = 8192

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
  readonly #sieve: MatchSieve
  readonly #answers = new Map<string, Answer | null>()

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
    this.#sieve = createMatchSieve(starts)
  }

  find(tokens: TextTokens, locales: readonly string[] | undefined): TextMatch[] {
    const matches: TextMatch[] = []
    const { starts, ascii } = tokens
    const sieve = this.#sieve
    let word = -1
    for (let index = 0; index < tokens.count; index++) {
      if (!tokens.isWord(index)) continue
      word++
      const start = starts[index]!
      if (ascii !== null && !sieve.mayStart(ascii, start, tokens.text.length)) continue
      const lemma = tokens.lemma(index)
      const answer = this.#answer(lemma)
      if (answer === null) continue
      const phrase = this.#phraseAt(answer.phrases, tokens, index, word)
      if (phrase !== null) {
        matches.push(phrase)
        index = phrase.lastToken
        word = phrase.lastWord
      } else if (answer.word !== null) {
        const end = starts[index + 1]!
        const original = tokens.text.slice(start, end)
        matches.push({
          start,
          end,
          markEnd: start + this.#markLength(original, lemma, answer.word.lemmaChars, locales),
          firstToken: index,
          lastToken: index,
          firstWord: word,
          lastWord: word,
          positions: answer.word.positions,
        })
      }
    }
    return matches
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

  #phraseAt(
    phrases: readonly Phrase[],
    tokens: TextTokens,
    firstToken: number,
    firstWord: number,
  ): TextMatch | null {
    if (phrases.length === 0) return null
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
      const end = tokens.starts[lastToken + 1]!
      return {
        start: tokens.starts[firstToken]!,
        end,
        markEnd: end,
        firstToken,
        lastToken,
        firstWord,
        lastWord: firstWord + found - 1,
        positions,
      }
    }
    return null
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
