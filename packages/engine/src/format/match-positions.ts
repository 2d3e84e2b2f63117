import { type ByteWriter, DECIMAL_BYTES_MAX, putBytes, putDecimal } from '../bits/byte-writer.ts'
import type { Matches } from './matches.ts'

const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const encoder = new TextEncoder()
const START = encoder.encode('{"start":')
const LENGTH = encoder.encode(',"length":')
const INDICES = encoder.encode(',"indices":[')
/** What a match takes at most, and an index more. */
const MATCH_BYTES_MAX: number =
  START.length + LENGTH.length + INDICES.length + 2 * DECIMAL_BYTES_MAX + 3
const INDEX_BYTES_MAX: number = DECIMAL_BYTES_MAX + 1

/** What is noted of one path of the hit at hand. */
export class PathMatches {
  readonly path: string
  /** The path as the key of a JSON object, and its colon. */
  readonly key: Uint8Array
  /** Matches that are noted, with start and length of each; those behind are left over. */
  count = 0
  readonly places: number[] = []
  /** Places in the arrays around the leaf, outermost first. */
  readonly indices: number[] = []

  constructor(path: string) {
    this.path = path
    this.key = encoder.encode(`${JSON.stringify(path)}:`)
  }
}

/** Collects `_matchesPosition` of one hit: per path of a leaf, where its matches stand in bytes of its text. */
export class MatchPositions {
  /** In text order. */
  readonly #noted: PathMatches[] = []

  /** Forgets the hit before. */
  clear(): void {
    const noted = this.#noted
    for (let i = 0; i < noted.length; i++) noted[i]!.count = 0
    noted.length = 0
  }

  /**
   * Notes the matches of one leaf; `indices` are its places in the arrays around it, outermost first. A later leaf of the same
   * path replaces an earlier one: of an array, only the last element with matches is reported, as clients are used to.
   * `text` is null when it is plain ASCII.
   */
  add(of: PathMatches, indices: readonly number[], text: string | null, matches: Matches): void {
    if (matches.count === 0) return
    if (of.count === 0) this.#note(of)
    of.count = matches.count
    const { places } = of
    let bytes = 0
    let counted = 0
    for (let i = 0; i < matches.count; i++) {
      const { start, markEnd } = matches.list[i]!
      bytes += text === null ? start - counted : utf8Length(text, counted, start)
      counted = start
      places[2 * i] = bytes
      places[2 * i + 1] = text === null ? markEnd - start : utf8Length(text, start, markEnd)
    }
    of.indices.length = 0
    for (let i = 0; i < indices.length; i++) of.indices.push(indices[i]!)
  }

  /** Writes the object as JSON. */
  write(out: ByteWriter): void {
    const noted = this.#noted
    out.byte(OPEN_BRACE)
    for (let i = 0; i < noted.length; i++) {
      if (i > 0) out.byte(COMMA)
      writeMatches(out, noted[i]!)
    }
    out.byte(CLOSE_BRACE)
  }

  #note(one: PathMatches): void {
    const noted = this.#noted
    let at = noted.length
    noted.push(one)
    for (; at > 0 && noted[at - 1]!.path > one.path; at--) noted[at] = noted[at - 1]!
    noted[at] = one
  }
}

function writeMatches(out: ByteWriter, { key, count, places, indices }: PathMatches): void {
  const matchBytes = MATCH_BYTES_MAX + indices.length * INDEX_BYTES_MAX
  const bytes = out.reserve(key.length + 2 + count * matchBytes)
  let at = putBytes(bytes, out.length, key)
  bytes[at++] = OPEN_BRACKET
  for (let i = 0; i < count; i++) {
    if (i > 0) bytes[at++] = COMMA
    at = putDecimal(bytes, putBytes(bytes, at, START), places[2 * i]!)
    at = putDecimal(bytes, putBytes(bytes, at, LENGTH), places[2 * i + 1]!)
    if (indices.length > 0) {
      at = putBytes(bytes, at, INDICES)
      for (let j = 0; j < indices.length; j++) {
        if (j > 0) bytes[at++] = COMMA
        at = putDecimal(bytes, at, indices[j]!)
      }
      bytes[at++] = CLOSE_BRACKET
    }
    bytes[at++] = CLOSE_BRACE
  }
  bytes[at++] = CLOSE_BRACKET
  out.advance(at)
}

/** Bytes that the UTF-16 units from `start` to `end` take in UTF-8. Both offsets stand between chars. */
export function utf8Length(text: string, start: number, end: number): number {
  let bytes = end - start
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) continue
    // One unit of a surrogate pair is two of its four bytes.
    bytes += code < 0x800 || (code & 0xf800) === 0xd800 ? 1 : 2
  }
  return bytes
}
