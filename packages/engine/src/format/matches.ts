/** One place of a text that answers the query: a word, the start of a word, or a whole phrase. */
export interface TextMatch {
  /** UTF-16 offsets of the tokens it covers. */
  readonly start: number
  readonly end: number
  /** End of the part to highlight; before `end` when only the start of a word matches. */
  readonly markEnd: number
  /** Counted over tokens that are not separators. */
  readonly firstWord: number
  readonly lastWord: number
  /** Query positions it stands for, ascending. */
  readonly positions: readonly number[]
}

/** The matches of one text, in text order; the objects are used again for the next one. */
export class Matches {
  count = 0
  /** Those from `count` on are left over. */
  readonly list: readonly TextMatch[]
  readonly #pool: PooledMatch[] = []

  constructor() {
    this.list = this.#pool
  }

  clear(): void {
    this.count = 0
  }

  add(
    start: number,
    end: number,
    markEnd: number,
    firstWord: number,
    lastWord: number,
    positions: readonly number[],
  ): void {
    if (this.count === this.#pool.length) this.#pool.push(new PooledMatch())
    const match = this.#pool[this.count++]!
    match.start = start
    match.end = end
    match.markEnd = markEnd
    match.firstWord = firstWord
    match.lastWord = lastWord
    match.positions = positions
  }
}

const NO_POSITIONS: readonly number[] = []

class PooledMatch implements TextMatch {
  start = 0
  end = 0
  markEnd = 0
  firstWord = 0
  lastWord = 0
  positions: readonly number[] = NO_POSITIONS
}
