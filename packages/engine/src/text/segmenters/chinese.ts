import { dictionaryWordEnds } from './dictionary-words.ts'
import type { Segmenter } from './segmenter.ts'

const LOCALE = 'zh'
const CHAR = /./gsu
const ASCII_WORD = /^[0-9A-Za-z]+$/

/**
 * Chinese words, short ones preferred: a word of three or more chars is cut again from the left into two-char words,
 * else three-char words, else single chars, so that a query for a part finds the whole.
 */
export const chinese: Segmenter = {
  name: 'chinese',
  wordEnds(piece) {
    const ends: number[] = []
    let start = 0
    for (const end of dictionaryWordEnds(piece, LOCALE)) {
      pushShortWordEnds(piece.slice(start, end), start, ends)
      start = end
    }
    return ends
  },
}

function pushShortWordEnds(word: string, offset: number, ends: number[]): void {
  const chars = ASCII_WORD.test(word) ? [word] : (word.match(CHAR) ?? [])
  if (chars.length <= 2) {
    ends.push(offset + word.length)
    return
  }
  let end = offset
  for (let i = 0; i < chars.length;) {
    const count = shortWordLength(chars, i)
    for (const char of chars.slice(i, i + count)) end += char.length
    ends.push(end)
    i += count
  }
}

function shortWordLength(chars: readonly string[], start: number): number {
  for (const count of [2, 3]) {
    if (start + count > chars.length) return 1
    if (isWord(chars.slice(start, start + count).join(''))) return count
  }
  return 1
}

// "In the dictionary" is what the runtime keeps in one piece. Asking is slow, so answers are kept, within a bound.
const KNOWN_WORDS_MAX = 50_000
const knownWords = new Map<string, boolean>()

function isWord(text: string): boolean {
  let answer = knownWords.get(text)
  if (answer === undefined) {
    answer = dictionaryWordEnds(text, LOCALE).length === 1
    if (knownWords.size >= KNOWN_WORDS_MAX) knownWords.clear()
    knownWords.set(text, answer)
  }
  return answer
}
