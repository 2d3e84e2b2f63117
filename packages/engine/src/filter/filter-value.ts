import { foldFacetString } from '../text/facet-string.ts'

/** A value of a filter as documents are compared with it: always as a text, and as a number when it reads as one. */
export interface FilterValue {
  /** The form in which columns hold strings. */
  readonly folded: string
  readonly number: number | null
}

/** Reads a value; quotes around it make no difference. */
export function filterValue(text: string): FilterValue {
  return Object.freeze({ folded: foldFacetString(text), number: readNumber(text) })
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** A complete decimal float, or null: no white space, no other bases, nothing infinite. */
export function readNumber(text: string): number | null {
  if (!NUMBER.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
