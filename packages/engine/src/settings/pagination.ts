import { type Place, readInteger } from './decoder.ts'
import { type Patch, readPatch } from './patch.ts'

/** How far into the hits a search can reach. */
export interface Pagination {
  readonly maxTotalHits: number
}

/** A thousand hits. */
export const DEFAULT_PAGINATION: Pagination = { maxTotalHits: 1000 }

/** Reads a partial change. */
export function parsePagination(value: unknown, place: Place): Patch<Pagination> {
  return readPatch<Pagination>(value, place, {
    maxTotalHits: (hits, at) => readInteger(hits, at, { min: 1 }),
  })
}
