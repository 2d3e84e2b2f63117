// `_formatted` and `_matchesPosition` as the specification tells them, over parsed values and whole lists of tokens: slow and
// plain. The oracle of `format/`.

import type { MatchWords } from '../../src/query/match-words.ts'
import type { Token, Tokenizer } from '../../src/text/token.ts'

/** What a search asks for; every attribute is treated alike. */
export interface NaiveFormatting {
  readonly tokenizer: Tokenizer
  readonly words: MatchWords
  readonly isHighlighted: boolean
  /** Words to keep; 0 for all. */
  readonly cropLength: number
  readonly cropMarker: string
  readonly pre: string
  readonly post: string
}

interface Found {
  /** Tokens from and to, both included. */
  readonly first: number
  readonly last: number
  readonly markEnd: number
  readonly positions: readonly number[]
}

/** The document with its texts formatted and its numbers as texts. */
export function naiveFormatted(value: unknown, formatting: NaiveFormatting): unknown {
  if (Array.isArray(value)) return value.map((one) => naiveFormatted(one, formatting))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, one]) => [
      key,
      naiveFormatted(one, formatting),
    ])
    return Object.fromEntries(entries)
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const text = String(value)
  const tokens = formatting.tokenizer.tokenize(text)
  const found = naiveMatches(tokens, text, formatting)
  const [start, end] =
    formatting.cropLength === 0
      ? [0, text.length]
      : naiveWindow(tokens, found, formatting.cropLength)
  let shown = start > 0 ? formatting.cropMarker : ''
  let at = start
  for (const match of formatting.isHighlighted ? found : []) {
    const from = Math.max(tokens[match.first]!.start, start)
    const to = Math.min(match.markEnd, end)
    if (from >= to) continue
    shown += text.slice(at, from) + formatting.pre + text.slice(from, to) + formatting.post
    at = to
  }
  shown += text.slice(at, end)
  return end < text.length ? shown + formatting.cropMarker : shown
}

/** Where words match, by path; of several texts of a path, those of the last that has any. */
export function naivePositions(document: unknown, formatting: NaiveFormatting): unknown {
  const byPath = new Map<string, unknown>()
  visit(document, '', [])
  return Object.fromEntries(byPath)

  function visit(value: unknown, path: string, indices: readonly number[]): void {
    if (Array.isArray(value)) {
      for (const [i, one] of value.entries()) visit(one, path, [...indices, i])
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        visit(one, path === '' ? key : `${path}.${key}`, indices)
      }
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value)
      const tokens = formatting.tokenizer.tokenize(text)
      const list = naiveMatches(tokens, text, formatting).map(({ first, markEnd }) => {
        const { start } = tokens[first]!
        const place = {
          start: bytesOf(text.slice(0, start)),
          length: bytesOf(text.slice(start, markEnd)),
        }
        return indices.length === 0 ? place : { ...place, indices }
      })
      if (list.length > 0) byPath.set(path, list)
    }
  }
}

function naiveMatches(
  tokens: readonly Token[],
  text: string,
  { words, tokenizer }: NaiveFormatting,
): Found[] {
  const found: Found[] = []
  for (let first = 0; first < tokens.length; first++) {
    if (!isWord(tokens[first])) continue
    const match = matchAt(first)
    if (match === null) continue
    found.push(match)
    first = match.last
  }
  return found

  function matchAt(first: number): Found | null {
    for (const phrase of words.phrases) {
      let last = first
      const isThere = phrase.words.every((word, i) => {
        if (i > 0)
          do last++
          while (last < tokens.length && !isWord(tokens[last]))
        return word !== null && tokens[last]?.lemma === word
      })
      if (!isThere) continue
      return { first, last, markEnd: tokens[last]!.end, positions: phrase.positions }
    }
    const { lemma, start, end } = tokens[first]!
    for (const list of words.lists) {
      for (const word of list.words) {
        if (word === '' || !(list.isPrefix ? lemma.startsWith(word) : lemma === word)) continue
        if (!list.isPrefix) return { first, last: first, markEnd: end, positions: list.positions }
        const chars = Math.min(list.queryCharCount, Array.from(word).length)
        const length = tokenizer.originalLength(text.slice(start, end), chars)
        return { first, last: first, markEnd: start + length, positions: list.positions }
      }
    }
    return null
  }
}

/** The shown part around the best matches. */
function naiveWindow(
  tokens: readonly Token[],
  found: readonly Found[],
  cropLength: number,
): readonly [number, number] {
  const wordsBefore = (token: number): number => tokens.slice(0, token).filter(isWord).length
  const span = (a: Found, b: Found): number => wordsBefore(b.last + 1) - wordsBefore(a.first)
  let left = -1
  let right = 0
  let remaining = cropLength
  if (found.length > 0) {
    let best: readonly [Found, Found] = [found[0]!, found[0]!]
    let bestScore: readonly number[] | null = null
    let from = 0
    // runs that cannot be made longer to the right, each from the first match that lets it fit
    for (let to = 0; to < found.length; to++) {
      while (from < to && span(found[from]!, found[to]!) > cropLength) from++
      const isLongest = to + 1 === found.length || span(found[from]!, found[to + 1]!) > cropLength
      if (!isLongest || span(found[from]!, found[to]!) > cropLength) continue
      const score = scoreOf(found.slice(from, to + 1))
      if (bestScore === null || isGreater(score, bestScore)) {
        best = [found[from]!, found[to]!]
        bestScore = score
      }
    }
    remaining -= span(...best)
    if (remaining < 0) {
      let words = cropLength
      let at = best[0].first
      while (at < best[0].last && !(isWord(tokens[at]) && --words === 0)) at++
      return [0, tokens[at]!.end]
    }
    left = best[0].first - 1
    right = best[1].last + 1
  }
  while (remaining > 0 && (left >= 0 || right < tokens.length)) {
    const before = tokens[left]
    const after = tokens[right]
    if (isWord(before) || isWord(after)) {
      if (isWord(before)) {
        left--
        remaining--
      }
      if (isWord(after) && remaining > 0) {
        right++
        remaining--
      }
    } else if (before === undefined) right++
    else if (after === undefined) left--
    else if (before.kind === after.kind) {
      left--
      if (remaining > 1) right++
    } else if (before.kind === 'hardSeparator') right++
    else left--
  }
  return [tokens[left]?.end ?? 0, tokens[right]?.start ?? tokens.at(-1)?.end ?? 0]

  function scoreOf(run: readonly Found[]): readonly number[] {
    let closeness = 0
    let ordered = 0
    for (const [i, match] of run.entries()) {
      closeness -= span(match, match) - 1
      ordered += span(match, match) - 1
      const next = run[i + 1]
      if (next === undefined) break
      closeness -= Math.min(7, wordsBefore(next.first) - wordsBefore(match.last + 1) + 1)
      if ((next.positions[0] ?? 0) > (match.positions[0] ?? 0)) ordered++
    }
    return [new Set(run.flatMap(({ positions }) => positions)).size, closeness, ordered]
  }
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((one, i) => one !== b[i])
  return at >= 0 && a[at]! > b[at]!
}

function isWord(token: Token | undefined): boolean {
  return token?.kind === 'word' || token?.kind === 'stopWord'
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
