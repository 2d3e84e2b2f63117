// What satisfies a word at one typo level, phrases left out, and what is remembered of its documents.

import type { DocSet } from '../bits/doc-set.ts'
import type { DocList } from './dense-postings.ts'
import type { DerivedWord } from './derived-word.ts'

/** Documents that some rule does not tell apart. */
export interface LevelPart {
  readonly cost: number
  readonly docs: DocSet
}

/** A remembered set, and its parts by the name of what splits it. */
interface Split {
  readonly docs: DocSet
  readonly parts: (readonly LevelPart[] | undefined)[]
}

/** Facts about one level of a word, as long as a searcher remembers the word. */
export class WordLevel {
  readonly words: readonly DerivedWord[]
  /** Their live documents when every searchable field counts; null until somebody has found them. */
  docs: DocSet | null
  readonly #onGrown: (bytes: number) => void
  /** Of all documents, and of the parts of those. */
  readonly #splits: Split[] = []
  #list: DocList | null = null
  readonly #columns: (Uint8Array | undefined)[] = []

  /** `onGrown` is told of bytes that it takes from then on. */
  constructor(
    words: readonly DerivedWord[],
    docs: DocSet | null,
    onGrown: (bytes: number) => void,
  ) {
    this.words = words
    this.docs = docs
    this.#onGrown = onGrown
  }

  /** Whether parts of a universe may be kept: it is `docs`, or a part of them that is kept. */
  holds(universe: DocSet): boolean {
    return universe === this.docs || this.#splitOf(universe) !== null
  }

  /** The parts of a universe, cheapest first, if they are kept under this name. */
  parts(universe: DocSet, name: number): readonly LevelPart[] | null {
    return this.#splitOf(universe)?.parts[name] ?? null
  }

  /** Keeps the parts of a universe that it holds, unless it has them. */
  keepParts(universe: DocSet, name: number, parts: readonly LevelPart[]): readonly LevelPart[] {
    const known = this.parts(universe, name)
    if (known !== null) return known
    const kept: LevelPart[] = []
    for (const { cost, docs } of parts) {
      const own = docs.keep()
      // by bits or not, somebody will ask for the list
      this.#onGrown(own.size * 8)
      kept.push({ cost, docs: own })
      if (universe === this.docs) this.#splits.push({ docs: own, parts: [] })
    }
    let split = this.#splitOf(universe)
    if (split === null) this.#splits.push((split = { docs: universe, parts: [] }))
    split.parts[name] = kept
    return kept
  }

  /** The documents that columns are beside: all of `docs`, maybe more. Not to be asked before `docs` are known. */
  get list(): DocList {
    return (this.#list ??= this.#createList())
  }

  /** A byte per document of the list, all zero at first; what they mean is up to whoever names the column. */
  column(name: number): Uint8Array {
    return (this.#columns[name] ??= this.#createColumn())
  }

  #splitOf(universe: DocSet): Split | null {
    const splits = this.#splits
    for (let i = 0; i < splits.length; i++) if (splits[i]!.docs === universe) return splits[i]!
    return null
  }

  #createList(): DocList {
    const { words } = this
    // a whole prefix stands alone or behind the word itself, which it holds too
    const last = words[words.length - 1]!
    if (words.length === 1 || (words.length === 2 && last.isWholePrefix)) return last.postings
    const docs = this.docs!.toArray()
    this.#onGrown(docs.byteLength * 2)
    return { docs, count: docs.length }
  }

  #createColumn(): Uint8Array {
    const column = new Uint8Array(this.list.count)
    this.#onGrown(column.length)
    return column
  }
}
