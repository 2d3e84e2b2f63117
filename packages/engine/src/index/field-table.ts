// Field paths of one index and their small dense ids. Ids are given in order of first appearance and never change.

export interface FieldTable {
  readonly count: number
  /** The dotted path of a field id. */
  path(fieldId: number): string
  /** The id of a path, or -1. */
  id(path: string): number
  /** Searchable weight: 0 is best; -1 when the field is not searchable. */
  weight(fieldId: number): number
  /** Largest weight the settings define, or null when every field is searchable with the same weight. */
  readonly weightMax: number | null
  /** True when words of the field never take typos (`disableOnAttributes`). */
  isExact(fieldId: number): boolean
}
