import { ByteWriter } from '../bits/byte-writer.ts'
import type { Matches } from './matches.ts'

const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** What is noted of one path of the hit at hand. */
export class PathMatches {
  readonly path: string
  /** The path as the key of a JSON object. */
  readonly key: string
  /** The place of its list among the written ones; an end of 0 when it has none. */
  start = 0
  end = 0

  constructor(path: string) {
    this.path = path
    this.key = `${JSON.stringify(path)}:`
  }
}

/** Collects `_matchesPosition` of one hit: per path of a leaf, where its matches stand in bytes of its text. */
export class MatchPositions {
  readonly #lists = new ByteWriter()
  readonly #noted: PathMatches[] = []

  /** Forgets the hit before. */
  clear(): void {
    for (const one of this.#noted) one.end = 0
    this.#noted.length = 0
    this.#lists.clear()
  }

  /**
   * Notes the matches of one leaf; `indices` are its places in the arrays around it, outermost first. A later leaf of the same
   * path replaces an earlier one: of an array, only the last element with matches is reported, as clients are used to.
   * `text` is null when it is plain ASCII.
   */
  add(of: PathMatches, indices: readonly number[], text: string | null, matches: Matches): void {
    if (matches.count === 0) return
    if (of.end === 0) this.#noted.push(of)
    const out = this.#lists
    of.start = out.length
    out.byte(OPEN_BRACKET)
    let bytes = 0
    let counted = 0
    for (let i = 0; i < matches.count; i++) {
      const { start, markEnd } = matches.list[i]!
      bytes += text === null ? start - counted : utf8Length(text, counted, start)
      counted = start
      out.text(i === 0 ? '{"start":' : ',{"start":')
      out.decimal(bytes)
      out.text(',"length":')
      out.decimal(text === null ? markEnd - start : utf8Length(text, start, markEnd))
      if (indices.length > 0) this.#writeIndices(indices)
      out.byte(CLOSE_BRACE)
    }
    out.byte(CLOSE_BRACKET)
    of.end = out.length
  }

  /** Writes the object as JSON, paths in text order. */
  write(out: ByteWriter): void {
    const noted = this.#noted
    if (noted.length > 1) noted.sort((a, b) => (a.path < b.path ? -1 : 1))
    const lists = this.#lists.view()
    out.byte(OPEN_BRACE)
    for (let i = 0; i < noted.length; i++) {
      const { key, start, end } = noted[i]!
      if (i > 0) out.byte(COMMA)
      out.text(key)
      out.copy(lists, start, end)
    }
    out.byte(CLOSE_BRACE)
  }

  #writeIndices(indices: readonly number[]): void {
    const out = this.#lists
    out.text(',"indices":[')
    for (let i = 0; i < indices.length; i++) {
      if (i > 0) out.byte(COMMA)
      out.decimal(indices[i]!)
    }
    out.byte(CLOSE_BRACKET)
  }
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
