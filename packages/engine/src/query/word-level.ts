// What satisfies a word at one typo level, phrases left out, and what is remembered of its documents.

import type { DocSet } from '../bits/doc-set.ts'
import type { DocList } from './dense-postings.ts'
import type { DerivedWord } from './derived-word.ts'

/** Documents that some rule does not tell apart. */
export interface LevelPart {
  readonly cost: number
  readonly docs: DocSet
}

/** What a set takes beside its documents. */
const PART_BYTES = 200

/** Facts about one level of a word, as long as a searcher remembers the word. */
export class WordLevel {
  readonly words: readonly DerivedWord[]
  /** Their live documents when every searchable field counts; null until somebody has found them. */
  docs: DocSet | null
  readonly #onGrown: (bytes: number) => void
  #byWeight: readonly LevelPart[] | null = null
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

  /** `docs` by the weight of the best attribute, lightest first; null until somebody has split them. */
  get byWeight(): readonly LevelPart[] | null {
    return this.#byWeight
  }

  /** Keeps `docs` by weight. */
  keepByWeight(parts: readonly LevelPart[]): readonly LevelPart[] {
    const kept: LevelPart[] = []
    for (const { cost, docs } of parts) {
      // by bits or not, somebody will ask for the list
      this.#onGrown(PART_BYTES + docs.size * 8)
      kept.push({ cost, docs: docs.keep() })
    }
    return (this.#byWeight = kept)
  }

  /** The documents that columns are beside: all of `docs`, maybe more. Not to be asked before `docs` are known. */
  get list(): DocList {
    return (this.#list ??= this.#createList())
  }

  /** A byte per document of the list, all zero at first; what they mean is up to whoever names the column. */
  column(name: number): Uint8Array {
    return (this.#columns[name] ??= this.#createColumn())
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
