// The catalogue as records in the storage of the task log.

import type { Catalogue, CatalogueChange, IndexEntry, RecordCollection } from './catalogue.ts'
import type { LogStorage } from './log-storage.ts'

const INDEXES = 'index/'

/** Reads the catalogue; index entries change only through transactions of the log. */
export class StoredCatalogue implements Catalogue {
  readonly keys: RecordCollection
  readonly features: RecordCollection
  readonly webhooks: RecordCollection
  readonly instanceUid: string
  readonly #storage: LogStorage

  private constructor(storage: LogStorage, instanceUid: string) {
    this.#storage = storage
    this.instanceUid = instanceUid
    this.keys = new StoredRecords(storage, 'key/')
    this.features = new StoredRecords(storage, 'feature/')
    this.webhooks = new StoredRecords(storage, 'webhook/')
  }

  static async open(storage: LogStorage, instanceUid: () => string): Promise<StoredCatalogue> {
    const stored = storage.records.get('instance-uid')
    if (typeof stored === 'string') return new StoredCatalogue(storage, stored)
    const fresh = instanceUid()
    await storage.transaction(() => storage.records.put('instance-uid', fresh))
    return new StoredCatalogue(storage, fresh)
  }

  getIndex(uid: string): IndexEntry | undefined {
    return this.#storage.records.get(INDEXES + uid) as IndexEntry | undefined
  }

  listIndexes(): IndexEntry[] {
    const keys = this.#storage.records.keys(INDEXES)
    return keys.map((key) => this.#storage.records.get(key) as IndexEntry)
  }

  /** Inside a transaction. */
  write(changes: readonly CatalogueChange[]): void {
    for (const change of changes) {
      if (change.kind === 'deleteIndex') this.#storage.records.remove(INDEXES + change.uid)
      else this.#storage.records.put(INDEXES + change.entry.uid, change.entry)
    }
  }
}

class StoredRecords implements RecordCollection {
  readonly #storage: LogStorage
  readonly #prefix: string

  constructor(storage: LogStorage, prefix: string) {
    this.#storage = storage
    this.#prefix = prefix
  }

  get(id: string): unknown {
    return this.#storage.records.get(this.#prefix + id)
  }

  list(): { id: string; value: unknown }[] {
    const { records } = this.#storage
    return records.keys(this.#prefix).map((key) => ({
      id: key.slice(this.#prefix.length),
      value: records.get(key),
    }))
  }

  async put(id: string, value: unknown): Promise<void> {
    await this.#storage.transaction(() => this.#storage.records.put(this.#prefix + id, value))
  }

  async delete(id: string): Promise<boolean> {
    return this.#storage.transaction(() => {
      const isThere = this.get(id) !== undefined
      this.#storage.records.remove(this.#prefix + id)
      return isThere
    })
  }
}
