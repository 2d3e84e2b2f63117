import type { TextMatch } from './find-matches.ts'

/** Collects `_matchesPosition` of one hit: per path of a leaf, where its matches stand in bytes of its text. */
export class MatchPositions {
  readonly #byPath = new Map<string, string>()

  /**
   * Notes the matches of one leaf; `indices` are its places in the arrays around it, outermost first. A later leaf of the same
   * path replaces an earlier one: of an array, only the last element with matches is reported, as clients are used to.
   */
  add(path: string, indices: readonly number[], text: string, matches: readonly TextMatch[]): void {
    if (matches.length === 0) return
    const suffix = indices.length === 0 ? '}' : `,"indices":[${indices.join(',')}]}`
    let list = ''
    let bytes = 0
    let counted = 0
    for (const match of matches) {
      bytes += utf8Length(text, counted, match.start)
      counted = match.start
      const length = utf8Length(text, match.start, match.markEnd)
      list += `${list === '' ? '' : ','}{"start":${bytes},"length":${length}${suffix}`
    }
    this.#byPath.set(path, `[${list}]`)
  }

  /** The object as JSON text, paths in text order. */
  toJson(): string {
    const paths = [...this.#byPath.keys()].toSorted()
    return `{${paths.map((path) => `${JSON.stringify(path)}:${this.#byPath.get(path)}`).join(',')}}`
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
