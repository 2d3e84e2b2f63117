// What satisfies a word at one typo level, phrases left out, and what is remembered of its documents.

import type { DocSet } from '../bits/doc-set.ts'
import type { DerivedWord } from './derived-word.ts'
import type { DocList } from './dense-postings.ts'

/** Facts about one level of a word, as long as a searcher remembers the word. */
export class WordLevel {
  readonly words: readonly DerivedWord[]
  /** Their live documents when every searchable field counts; null until somebody has found them. */
  docs: DocSet | null
  /** The same by the weight of the best attribute, disjoint; null until somebody has split them. */
  byWeight: readonly DocSet[] | null = null
  readonly #onGrown: (bytes: number) => void
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

  /** The documents that columns are beside: all of `docs`, maybe more. Not to be asked before `docs` are known. */
  get list(): DocList {
    return (this.#list ??= this.#makeList())
  }

  /** A byte per document of the list, all zero at first; what they mean is up to whoever names the column. */
  column(name: number): Uint8Array {
    return (this.#columns[name] ??= this.#makeColumn())
  }

  /** Remembers the documents by weight. */
  keepByWeight(sets: readonly DocSet[]): readonly DocSet[] {
    let bytes = 0
    this.byWeight = sets.map((set) => {
      bytes += set.size * 4
      return set.keep()
    })
    this.#onGrown(bytes)
    return this.byWeight
  }

  #makeList(): DocList {
    const { words } = this
    // a whole prefix stands alone or behind the word itself, which it holds too
    const last = words[words.length - 1]!
    if (words.length === 1 || (words.length === 2 && last.isWholePrefix)) return last.postings
    const docs = this.docs!.toArray()
    this.#onGrown(docs.byteLength * 2)
    return { docs, count: docs.length }
  }

  #makeColumn(): Uint8Array {
    const column = new Uint8Array(this.list.count)
    this.#onGrown(column.length)
    return column
  }
}
