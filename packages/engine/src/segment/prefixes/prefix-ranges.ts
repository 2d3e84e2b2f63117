import type { PostingsReader } from '../postings/reader.ts'

/** Longest prefix, in bytes of UTF-8, that is looked at: longer ones are never searched for as a whole. */
const PREFIX_BYTES_MAX = 4
/** From when on the union of a prefix is worth its room. */
export interface PrefixBounds {
  readonly termsMin: number
  readonly postingsMin: number
}

export const PREFIX_BOUNDS: PrefixBounds = {
  // prefixes of fewer terms are not searched for as a whole, unless other segments have more
  termsMin: 100,
  // shorter lists are joined within a few milliseconds when they are asked for
  postingsMin: 1 << 19,
}

/** Terms from one ordinal up to another. */
export interface TermRange {
  readonly from: number
  readonly to: number
}

/** The terms of a segment, as its file has them. */
export interface WrittenTerms {
  readonly starts: Uint32Array
  readonly bytes: Uint8Array
}

/** The ranges of many terms with a short prefix in common; each once, by where they begin, wider ones first. */
export function prefixRanges(
  { starts, bytes }: WrittenTerms,
  postings: PostingsReader,
  { termsMin, postingsMin }: PrefixBounds,
): TermRange[] {
  const count = starts.length - 1
  const sums = postingSums(postings)
  const ranges: TermRange[] = []
  /** Per length: where the terms with the current prefix begin. */
  const froms = new Uint32Array(PREFIX_BYTES_MAX + 1)
  for (let ordinal = 1; ordinal <= count; ordinal++) {
    const shared = ordinal === count ? 0 : sharedBytes(starts, bytes, ordinal)
    let last = -1
    for (let length = shared + 1; length <= PREFIX_BYTES_MAX; length++) {
      const from = froms[length]!
      froms[length] = ordinal
      // the same terms as those of a shorter prefix
      if (from === last || ordinal - from < termsMin) continue
      if (!isWholeText(starts, bytes, from, length)) continue
      if (sums[ordinal]! - sums[from]! < postingsMin) continue
      ranges.push({ from, to: ordinal })
      last = from
    }
  }
  return ranges.sort((a, b) => a.from - b.from || b.to - a.to)
}

/** Per term: the postings of all terms before it. */
function postingSums(postings: PostingsReader): Float64Array {
  const sums = new Float64Array(postings.termCount + 1)
  for (let ordinal = 0; ordinal < postings.termCount; ordinal++) {
    sums[ordinal + 1] = sums[ordinal]! + postings.docCount(ordinal)
  }
  return sums
}

/** Bytes that a term begins with like the one before, counted up to the longest prefix. */
function sharedBytes(starts: Uint32Array, bytes: Uint8Array, ordinal: number): number {
  const before = starts[ordinal - 1]!
  const start = starts[ordinal]!
  const max = Math.min(PREFIX_BYTES_MAX, start - before, starts[ordinal + 1]! - start)
  let shared = 0
  while (shared < max && bytes[before + shared] === bytes[start + shared]) shared++
  return shared
}

/** Whether a term has so many bytes, and a character ends there. */
function isWholeText(
  starts: Uint32Array,
  bytes: Uint8Array,
  ordinal: number,
  length: number,
): boolean {
  const end = starts[ordinal]! + length
  if (end >= starts[ordinal + 1]!) return end === starts[ordinal + 1]
  return (bytes[end]! & 0xc0) !== 0x80
}
