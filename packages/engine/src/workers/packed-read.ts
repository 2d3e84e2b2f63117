// A read as it travels to a search worker. Copying an object costs by its fields, and of a search's thirty few ever differ
// from what they are when nothing is asked for: only those travel.

import { completeSearch, SEARCH_DEFAULTS, type SearchRequest } from '../search/search-request.ts'
import type { ReadRequest } from './read-request.ts'

export type PackedRead =
  | Exclude<ReadRequest, { kind: 'search' }>
  | {
      readonly kind: 'packedSearch'
      readonly indexId: string
      readonly changes: Partial<SearchRequest>
    }

const FIELDS = Object.keys(SEARCH_DEFAULTS) as (keyof SearchRequest)[]

/** What must travel of a read. */
export function packRead(read: ReadRequest): PackedRead {
  if (read.kind !== 'search') return read
  const { indexId, request } = read
  const changes: Record<string, unknown> = {}
  for (const field of FIELDS) {
    if (request[field] !== SEARCH_DEFAULTS[field]) changes[field] = request[field]
  }
  return { kind: 'packedSearch', indexId, changes }
}

/** The read that was packed. */
export function unpackRead(packed: PackedRead): ReadRequest {
  if (packed.kind !== 'packedSearch') return packed
  const { indexId, changes } = packed
  return { kind: 'search', indexId, request: completeSearch(changes) }
}
