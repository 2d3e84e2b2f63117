/** The nearest documents, one entry each, best first; equals in the order of their doc ids. */
export interface NearestDocs {
  readonly docIds: Uint32Array
  readonly similarities: Float32Array
}

/** Keeps the best documents of all that are offered: a heap with the worst on top. Each document is offered once. */
export class TopDocs {
  readonly #docIds: Uint32Array
  readonly #similarities: Float32Array
  #size = 0
  /** What a document must exceed to get in; equal ones may, if their doc id is lower. */
  #least = -Infinity

  constructor(limit: number) {
    this.#docIds = new Uint32Array(limit)
    this.#similarities = new Float32Array(limit)
    if (limit === 0) this.#least = Infinity
  }

  /** Nothing below this gets in. */
  get least(): number {
    return this.#least
  }

  get size(): number {
    return this.#size
  }

  offer(doc: number, similarity: number): void {
    if (similarity < this.#least) return
    const docIds = this.#docIds
    const similarities = this.#similarities
    if (this.#size < docIds.length) {
      let at = this.#size++
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!isWorse(similarity, doc, similarities[parent]!, docIds[parent]!)) break
        similarities[at] = similarities[parent]!
        docIds[at] = docIds[parent]!
        at = parent
      }
      similarities[at] = similarity
      docIds[at] = doc
    } else if (isWorse(similarities[0]!, docIds[0]!, similarity, doc)) {
      this.#sink(similarity, doc)
    }
    if (this.#size === docIds.length) this.#least = similarities[0]!
  }

  /** Puts an entry in the place of the worst. */
  #sink(similarity: number, doc: number): void {
    const docIds = this.#docIds
    const similarities = this.#similarities
    const size = this.#size
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      const other = child + 1
      if (
        other < size &&
        isWorse(similarities[other]!, docIds[other]!, similarities[child]!, docIds[child]!)
      ) {
        child = other
      }
      if (!isWorse(similarities[child]!, docIds[child]!, similarity, doc)) break
      similarities[at] = similarities[child]!
      docIds[at] = docIds[child]!
      at = child
    }
    similarities[at] = similarity
    docIds[at] = doc
  }

  /** Empties the heap. */
  finish(): NearestDocs {
    const docIds = new Uint32Array(this.#size)
    const similarities = new Float32Array(this.#size)
    while (this.#size > 0) {
      const last = this.#size - 1
      docIds[last] = this.#docIds[0]!
      similarities[last] = this.#similarities[0]!
      const doc = this.#docIds[last]!
      const similarity = this.#similarities[last]!
      this.#size = last
      if (last > 0) this.#sink(similarity, doc)
    }
    return { docIds, similarities }
  }
}

function isWorse(similarityA: number, docA: number, similarityB: number, docB: number): boolean {
  return similarityA < similarityB || (similarityA === similarityB && docA > docB)
}
