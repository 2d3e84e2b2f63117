import { GERMAN_WORDS } from './german-words.ts'
import type { Segmenter } from './segmenter.ts'

const COMPOUND_LENGTH_MAX = 80
const PART_LENGTH_MIN = 3
const PART_LENGTH_MAX = 14
/** Letters that may join two parts; they stay with the part before them. */
const JOINTS = ['', 's', 'n', 'en', 'es', 'er', 'e']

/**
 * Cuts German compounds whose every part is a word of our small list (`Apfelkuchen` → `Apfel` `kuchen`), longest
 * first part preferred. Other words stay whole: without a full dictionary, guessing does more harm than a compound
 * that is missed.
 */
export const german: Segmenter = {
  name: 'german',
  wordEnds(piece) {
    const lowered = piece.length <= COMPOUND_LENGTH_MAX ? piece.toLowerCase() : ''
    if (lowered.length !== piece.length || GERMAN_WORDS.has(lowered)) return [piece.length]
    return compoundEnds(lowered) ?? [piece.length]
  },
}

function compoundEnds(word: string): number[] | null {
  // nextStart[i]: where the part after the one starting at i starts, when everything from i on can be cut; else 0
  const nextStart = new Uint8Array(word.length)
  for (let start = word.length - PART_LENGTH_MIN; start >= 0; start--) {
    nextStart[start] = bestNextStart(word, start, nextStart)
  }
  if (nextStart[0] === 0) return null
  const ends: number[] = []
  for (let start = 0; start < word.length;) {
    start = nextStart[start]!
    ends.push(start)
  }
  return ends
}

function bestNextStart(word: string, start: number, nextStart: Uint8Array): number {
  const longest = Math.min(PART_LENGTH_MAX, word.length - start)
  for (let length = longest; length >= PART_LENGTH_MIN; length--) {
    const partEnd = start + length
    if (!GERMAN_WORDS.has(word.slice(start, partEnd))) continue
    if (partEnd === word.length) return partEnd
    for (const joint of JOINTS) {
      const next = partEnd + joint.length
      if (word.startsWith(joint, partEnd) && (nextStart[next] ?? 0) > 0) return next
    }
  }
  return 0
}
