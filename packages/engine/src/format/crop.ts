// The part of a text to show around its matches (relevancy 9.4): first the best run of matches that fits, then words are
// taken on both sides until the window is full. Sentence ends are crossed last.

import { HARD_SEPARATOR_TOKEN, type TextTokens } from '../text/text-tokens.ts'
import type { TextMatch } from './find-matches.ts'

/** UTF-16 offsets of the shown part. */
export interface CropWindow {
  readonly start: number
  readonly end: number
}

/** Gaps between matches count up to this many words. */
const GAP_MAX = 7

/** The window of `cropLength` words (at least 1) to show of a text with these tokens and matches. */
export function cropWindow(
  tokens: TextTokens,
  matches: readonly TextMatch[],
  cropLength: number,
): CropWindow {
  if (matches.length === 0) return grow(tokens, -1, 0, cropLength)
  const [first, last] = bestInterval(matches, cropLength)
  const wordCount = last.lastWord - first.firstWord + 1
  if (wordCount > cropLength) return startOfLongMatch(tokens, first, cropLength)
  return grow(tokens, first.firstToken - 1, last.lastToken + 1, cropLength - wordCount)
}

/** First and last match of the best run that fits into `cropLength` words; the first match alone when none fits. */
function bestInterval(
  matches: readonly TextMatch[],
  cropLength: number,
): readonly [TextMatch, TextMatch] {
  let best: readonly [number, number] = [0, 0]
  let bestScore: Score | null = null
  let first = 0
  for (let next = 0; next <= matches.length; next++) {
    const isOver = next === matches.length || !fits(matches, first, next, cropLength)
    if (!isOver) continue
    const last = next - 1
    if (last >= first && fits(matches, first, last, cropLength)) {
      const score = scoreInterval(matches, first, last)
      if (bestScore === null || isBetter(score, bestScore)) {
        best = [first, last]
        bestScore = score
      }
    }
    while (first < next && next < matches.length && !fits(matches, first, next, cropLength)) first++
  }
  return [matches[best[0]]!, matches[best[1]]!]
}

function fits(
  matches: readonly TextMatch[],
  first: number,
  last: number,
  cropLength: number,
): boolean {
  return matches[last]!.lastWord - matches[first]!.firstWord < cropLength
}

/** Distinct query positions, closeness, neighbours in query order; compared in this order, larger is better. */
type Score = readonly [number, number, number]

function scoreInterval(matches: readonly TextMatch[], first: number, last: number): Score {
  const positions = new Set<number>()
  let closeness = 0
  let ordered = 0
  for (let index = first; index <= last; index++) {
    const match = matches[index]!
    for (const position of match.positions) positions.add(position)
    const innerSteps = match.lastWord - match.firstWord
    closeness -= innerSteps
    ordered += innerSteps
    if (index === last) break
    const next = matches[index + 1]!
    closeness -= Math.min(GAP_MAX, next.firstWord - match.lastWord)
    if ((next.positions[0] ?? 0) > (match.positions[0] ?? 0)) ordered++
  }
  return [positions.size, closeness, ordered]
}

function isBetter(score: Score, than: Score): boolean {
  if (score[0] !== than[0]) return score[0] > than[0]
  if (score[1] !== than[1]) return score[1] > than[1]
  return score[2] > than[2]
}

/** Everything up to the word of the match at which `cropLength` is used up. */
function startOfLongMatch(tokens: TextTokens, match: TextMatch, cropLength: number): CropWindow {
  let remaining = cropLength
  let index = match.firstToken
  for (; index < match.lastToken; index++) {
    if (tokens.isWord(index) && --remaining === 0) break
  }
  return { start: 0, end: tokens.starts[index + 1]! }
}

/** Widens the window between the tokens `before` and `after`, both not taken yet, by `words` words. */
function grow(tokens: TextTokens, before: number, after: number, words: number): CropWindow {
  let left = before
  let right = after
  let remaining = words
  while (remaining > 0 && (left >= 0 || right < tokens.count)) {
    const hasLeft = left >= 0
    const hasRight = right < tokens.count
    const isLeftWord = hasLeft && tokens.isWord(left)
    const isRightWord = hasRight && tokens.isWord(right)
    if (isLeftWord || isRightWord) {
      if (isLeftWord) {
        left--
        remaining--
      }
      if (isRightWord && remaining > 0) {
        right++
        remaining--
      }
    } else if (!hasLeft) right++
    else if (!hasRight) left--
    else if (tokens.kinds[left] === tokens.kinds[right]) {
      left--
      // Keeps a separator from standing before the crop marker.
      if (remaining > 1) right++
    } else if (tokens.kinds[left] === HARD_SEPARATOR_TOKEN) right++
    else left--
  }
  return {
    start: left >= 0 ? tokens.starts[left + 1]! : 0,
    end: right < tokens.count ? tokens.starts[right]! : tokens.text.length,
  }
}
