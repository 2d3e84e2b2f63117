// From an original token to its kind and lemma: the normalizers of one script and language, put in a row.

import {
  NORMALIZERS_AFTER_CLASSIFYING,
  NORMALIZERS_BEFORE_CLASSIFYING,
} from './normalizers/registry.ts'
import type { Normalizer } from './normalizers/normalizer.ts'
import { isDroppedControl } from '../bits/white-space.ts'
import type { Script } from './scripts.ts'

/** The two forms of a token: as it is classified, and as it is indexed. */
export interface TokenNormalizer {
  /** The form compared with stop words and separators. */
  classifiedForm(original: string): string
  lemma(original: string): string
  /** UTF-16 units of `original` that the first `charCount` chars of its lemma stand for. */
  originalLength(original: string, charCount: number): number
}

/** A normalizer for tokens of one script and language; remembers each char it has met. */
export function createTokenNormalizer(script: Script, language: string | null): TokenNormalizer {
  const before = NORMALIZERS_BEFORE_CLASSIFYING.filter((n) => n.appliesTo(script, language))
  const after = NORMALIZERS_AFTER_CLASSIFYING.filter((n) => n.appliesTo(script, language))
  const classified = createPartCache(before)
  const finished = createPartCache([...before, ...after])
  const nextPart = language === 'swe' ? swedishPart : charPart

  return {
    classifiedForm: (original) => normalizeParts(original, nextPart, classified),
    lemma: (original) => normalizeParts(original, nextPart, finished),
    originalLength(original, charCount) {
      const lastEnd = lastCharEnd(original)
      let seen = 0
      let length = 0
      while (length < original.length && seen < charCount) {
        const part = nextPart(original, length)
        length += part.length
        seen += charCountOf(finished(part, length === lastEnd))
      }
      return length
    },
  }
}

type PartOf = (text: string, start: number) => string
type NormalizePart = (part: string, isLast: boolean) => string

// How many distinct chars to remember per script; a text rarely uses more.
const CACHED_PARTS_MAX = 20_000

function createPartCache(normalizers: readonly Normalizer[]): NormalizePart {
  const middle = new Map<string, string>()
  const last = new Map<string, string>()
  return (part, isLast) => {
    const cache = isLast ? last : middle
    let normalized = cache.get(part)
    if (normalized === undefined) {
      normalized = part
      for (const normalizer of normalizers) normalized = normalizer.normalize(normalized, isLast)
      if (cache.size >= CACHED_PARTS_MAX) cache.clear()
      cache.set(part, normalized)
    }
    return normalized
  }
}

function normalizeParts(text: string, nextPart: PartOf, normalize: NormalizePart): string {
  const lastEnd = lastCharEnd(text)
  let normalized = ''
  for (let start = 0; start < text.length;) {
    const part = nextPart(text, start)
    start += part.length
    normalized += normalize(part, start === lastEnd)
  }
  return normalized
}

// Where the last char ends that leaves something.
function lastCharEnd(text: string): number {
  let end = text.length
  while (end > 0 && isDroppedControl(text.charCodeAt(end - 1))) end--
  return end
}

function charPart(text: string, start: number): string {
  const unit = text.charCodeAt(start)
  if (unit >= 0xd800 && unit <= 0xdbff) return String.fromCodePoint(text.codePointAt(start)!)
  return text.charAt(start)
}

// A letter and its mark, written as two chars, are one part in Swedish.
function swedishPart(text: string, start: number): string {
  const char = charPart(text, start)
  const mark = text.charCodeAt(start + 1)
  const hasRing = mark === 0x30a && (char === 'a' || char === 'A')
  const hasDots = mark === 0x308 && (char === 'a' || char === 'A' || char === 'o' || char === 'O')
  return hasRing || hasDots ? text.slice(start, start + 2) : char
}

function charCountOf(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xdc00 || unit > 0xdfff) count++
  }
  return count
}
