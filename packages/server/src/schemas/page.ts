import type { ErrorCode } from '../errors/codes.ts'
import { type QueryField, UINT_TEXT } from '../validate/query-fields.ts'

/** Items of a list when a request does not say how many. */
export const PAGE_LIMIT_DEFAULT = 20

/** `offset` and `limit` of a list route, each with its code. */
export function pageFields(codes: { readonly offset: ErrorCode; readonly limit: ErrorCode }): {
  readonly offset: QueryField<number>
  readonly limit: QueryField<number>
} {
  return {
    offset: { kind: UINT_TEXT, code: codes.offset, doc: 'Items to skip.' },
    limit: { kind: UINT_TEXT, code: codes.limit, doc: 'Items to return, 20 by default.' },
  }
}

/** One page of a list that is at hand. */
export function pageOf<T>(
  items: readonly T[],
  query: { readonly offset?: number; readonly limit?: number },
  present: (item: T) => unknown,
): Record<string, unknown> {
  const offset = query.offset ?? 0
  const limit = query.limit ?? PAGE_LIMIT_DEFAULT
  return {
    results: items.slice(offset, offset + limit).map(present),
    offset,
    limit,
    total: items.length,
  }
}
