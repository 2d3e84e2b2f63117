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
  /** What is remembered beside all documents, and beside those of each weight. */
  #columns: DocColumns | null = null
  #columnsByWeight: readonly DocColumns[] = []

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

  /** Columns beside `universe` itself when that is a set of `byWeight`, or else beside all documents, maybe more. */
  columnsFor(universe: DocSet): DocColumns {
    const { byWeight } = this
    if (byWeight !== null) {
      for (let i = 0; i < byWeight.length; i++) {
        if (byWeight[i] === universe) return this.#columnsByWeight[i]!
      }
    }
    return (this.#columns ??= new DocColumns(this.#makeList(), null, this.#onGrown))
  }

  /** Remembers the documents by weight. */
  keepByWeight(sets: readonly DocSet[]): readonly DocSet[] {
    const kept = sets.map((set) => set.keep())
    this.byWeight = kept
    this.#columnsByWeight = kept.map((set) => {
      const docs = set.toArray()
      // the set is kept by bits, too, when it is large
      this.#onGrown(docs.byteLength * 2)
      return new DocColumns({ docs, count: docs.length }, set, this.#onGrown)
    })
    return kept
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
}

/** Bytes beside documents. */
export class DocColumns {
  readonly list: DocList
  /** The same as a set, when the list is nothing else. */
  readonly set: DocSet | null
  readonly #onGrown: (bytes: number) => void
  readonly #columns: (Uint8Array | undefined)[] = []

  constructor(list: DocList, set: DocSet | null, onGrown: (bytes: number) => void) {
    this.list = list
    this.set = set
    this.#onGrown = onGrown
  }

  /** A byte per document, all zero at first; what they mean is up to whoever names the column. */
  column(name: number): Uint8Array {
    return (this.#columns[name] ??= this.#create())
  }

  #create(): Uint8Array {
    const column = new Uint8Array(this.list.count)
    this.#onGrown(column.length)
    return column
  }
}
