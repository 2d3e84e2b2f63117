// What the indexes must hold: every write applied once, one after the other, to plain maps.

import type { CrashDocument, Write } from './write.ts'

/** One index as it must be. */
export interface ModelIndex {
  readonly documents: Map<string, CrashDocument>
  stopWords: readonly string[]
}

export class Model {
  readonly indexes = new Map<string, ModelIndex>()

  apply(write: Write): void {
    switch (write.kind) {
      case 'createIndex':
        this.indexes.set(write.index, { documents: new Map(), stopWords: [] })
        return
      case 'deleteIndex':
        this.indexes.delete(write.index)
        return
      case 'swap': {
        const [a, b] = [this.#index('a'), this.#index('b')]
        this.indexes.set('a', b)
        this.indexes.set('b', a)
        return
      }
      case 'settings':
        this.#index(write.index).stopWords = [write.mark]
        return
      case 'clear':
        this.#index(write.index).documents.clear()
        return
      case 'delete':
        for (const id of write.ids) this.#index(write.index).documents.delete(id)
        return
      case 'add': {
        const { documents } = this.#index(write.index)
        for (const document of write.documents) {
          const before = write.isPartial ? documents.get(document.id) : undefined
          documents.set(document.id, { ...before, ...document })
        }
        return
      }
      case 'edit': {
        const { documents } = this.#index(write.index)
        for (const [id, document] of documents) {
          documents.set(id, { ...document, edits: Number(document['edits'] ?? 0) + 1 })
        }
      }
    }
  }

  #index(uid: string): ModelIndex {
    const index = this.indexes.get(uid)
    if (index === undefined) throw new Error(`the model has no index ${uid}`)
    return index
  }
}
