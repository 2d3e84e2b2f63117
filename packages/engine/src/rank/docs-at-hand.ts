import { DocSet } from '../bits/doc-set.ts'

/** What cursors have in common that make the whole set whenever they go on. */
export abstract class DocsAtHand {
  docs: DocSet = DocSet.EMPTY

  get size(): number {
    return this.docs.size
  }

  get only(): number {
    return -1
  }
}
