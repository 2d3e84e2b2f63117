import { TopDocs } from './top-docs.ts'
import type { NearestDocs } from './top-docs.ts'

/** The similarity that a score of the kernel stands for. */
export type SimilarityOfScore = (score: number, row: number) => number

/** Takes rows in ascending order and offers each document once, with its best row. */
export class DocScan {
  readonly #docIds: Uint32Array
  readonly #similarityOf: SimilarityOfScore
  readonly #top: TopDocs
  #doc = -1
  #best = 0

  constructor(docIds: Uint32Array, similarityOf: SimilarityOfScore, limit: number) {
    this.#docIds = docIds
    this.#similarityOf = similarityOf
    this.#top = new TopDocs(limit)
  }

  add(row: number, score: number): void {
    const doc = this.#docIds[row]!
    const similarity = this.#similarityOf(score, row)
    if (doc === this.#doc) {
      if (similarity > this.#best) this.#best = similarity
      return
    }
    if (this.#doc >= 0) this.#top.offer(this.#doc, this.#best)
    this.#doc = doc
    this.#best = similarity
  }

  finish(): NearestDocs {
    if (this.#doc >= 0) this.#top.offer(this.#doc, this.#best)
    return this.#top.finish()
  }
}
