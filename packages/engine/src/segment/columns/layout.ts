// Columns of a segment: the filter, facet and sort values of each field that settings ask a column for.
//
//   columns.contents  JSON: per column its path and where its arrays lie in columns.values (offsets and counts)
//   columns.values    the arrays, each at a multiple of 8 bytes:
//     numbers       Float64[n]        distinct numbers, ascending, -0 before 0
//     numberStarts  Uint32[n + 1]     documents of each number: numberDocs[starts[i] … starts[i + 1])
//     numberDocs    Uint32[]
//     stringStarts  Uint32[s + 1]     the same for distinct normalized strings in word order
//     stringDocs    Uint32[]
//     textStarts    Uint32[s + 1]     the strings themselves in `text`
//     text          UTF-8
//     displayStarts Uint32[s + 1]     one original spelling each, empty where it equals the normalized one
//     display       UTF-8
//     spelledManyWays Uint32[s / 32]  bit per string: its documents do not all spell it the same
//     entryStarts   Uint32[docs + 1]  values per document: ordinals of numbers, then of strings after them
//     entries       Uint32[]
//     exists, isNull, isEmpty  Uint32[]   doc ids, ascending

export const COLUMN_CONTENTS = 'columns.contents'
export const COLUMN_VALUES = 'columns.values'

export const COLUMN_ARRAYS = [
  'numbers',
  'numberStarts',
  'numberDocs',
  'stringStarts',
  'stringDocs',
  'textStarts',
  'text',
  'displayStarts',
  'display',
  'spelledManyWays',
  'entryStarts',
  'entries',
  'exists',
  'isNull',
  'isEmpty',
] as const

export type ColumnArrayName = (typeof COLUMN_ARRAYS)[number]

export interface ColumnEntry {
  readonly path: string
  /** Byte offset in columns.values and element count of each array, in the order of COLUMN_ARRAYS. */
  readonly arrays: readonly (readonly [offset: number, count: number])[]
}
