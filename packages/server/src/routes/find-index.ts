import { type IndexDescription, InputError, withIndexName } from '@sextant/engine'

import type { Services } from '../services.ts'
import { formatInstant } from '../tasks/instant.ts'
import type { IndexEntry } from '../tasks/catalogue.ts'

/** The entry of an index that must exist. */
export function findIndex(services: Services, indexUid: string): IndexEntry {
  const entry = services.catalogue.getIndex(indexUid)
  if (entry === undefined) {
    throw new InputError('index_not_found', `Index \`${indexUid}\` was not found.`)
  }
  return entry
}

/** Waits for work on an index; what the index cannot do is said with its name. */
export async function namingIndex<T>(indexUid: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw withIndexName(error, indexUid)
  }
}

/** Indexes that the caller may see, in order of uid. */
export function visibleIndexes(
  services: Services,
  visibility: ((indexUid: string) => boolean) | null,
): IndexEntry[] {
  const entries = services.catalogue.listIndexes()
  return visibility === null ? entries : entries.filter((entry) => visibility(entry.uid))
}

/** When an index was last changed, as the interface writes it. */
export function updatedAtOf(entry: IndexEntry, description: IndexDescription): string {
  // The engine counts milliseconds, the catalogue microseconds: a new index was not changed before it was made.
  return formatInstant(Math.max(entry.createdAt, description.updatedAtMs * 1000))
}
