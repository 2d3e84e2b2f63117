// What the instance knows beside the content of its indexes: which index bears which name, API keys, feature flags. It lives
// with the task log, so a batch that creates, deletes, renames or swaps indexes changes it in the transaction that ends it.

import type { Instant } from './instant.ts'

export interface IndexEntry {
  /** Public name. */
  readonly uid: string
  /** Name of the folder in the engine: stays with the content through renames and swaps. */
  readonly indexId: string
  readonly createdAt: Instant
  /** Generation of the index when the last batch on it was finished. */
  readonly generation: number
}

export type CatalogueChange =
  | { readonly kind: 'putIndex'; readonly entry: IndexEntry }
  | { readonly kind: 'deleteIndex'; readonly uid: string }

/** Plain JSON records by id; their owner gives them meaning. Writes are durable when they resolve. */
export interface RecordCollection {
  get(id: string): unknown
  /** In order of id. */
  list(): { readonly id: string; readonly value: unknown }[]
  put(id: string, value: unknown): Promise<void>
  /** Whether there was one. */
  delete(id: string): Promise<boolean>
}

export interface Catalogue {
  getIndex(uid: string): IndexEntry | undefined
  /** In order of uid. */
  listIndexes(): IndexEntry[]
  readonly keys: RecordCollection
  /** Experimental features and other instance-wide settings, each under its own id. */
  readonly features: RecordCollection
  readonly webhooks: RecordCollection
  /** Made when the database was created, never changes. */
  readonly instanceUid: string
}
