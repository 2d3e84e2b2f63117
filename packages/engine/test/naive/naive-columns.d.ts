import type { Searcher } from '../../src/index/searcher.ts'
import type { Settings } from '../../src/settings/settings-table.ts'
/** A document as JSON. */
export type NaiveDocument = Readonly<Record<string, unknown>>
/** What one document has at one path. */
export interface NaiveField {
  /** Distinct, -0 and 0 apart. */
  readonly numbers: number[]
  /** Normalized string → first original spelling. */
  readonly strings: Map<string, string>
  isNull: boolean
  isEmpty: boolean
}
/** Every path of the document with what it has there. */
export declare function flattenDocument(document: NaiveDocument): Map<string, NaiveField>
export interface NaiveColumnOptions {
  readonly settings?: Partial<Settings>
  /** Documents per segment, in order; one segment when absent. Documents past the sum are in a last segment. */
  readonly partSizes?: readonly number[]
  /** Slots that are deleted. */
  readonly dead?: readonly number[]
  /** Document number of each slot; the slot itself when absent. */
  readonly numbers?: readonly number[]
  /** Paths known from documents that are gone. */
  readonly knownPaths?: readonly string[]
}
/** The part of a searcher that reads columns and stored documents. */
export type NaiveColumnSearcher = Pick<
  Searcher,
  | 'settings'
  | 'live'
  | 'slotCount'
  | 'documentCount'
  | 'fields'
  | 'column'
  | 'documentBytes'
  | 'documentNumber'
>
/** A searcher over documents in memory; slot i is documents[i]. */
export declare function naiveColumnSearcher(
  documents: readonly NaiveDocument[],
  options?: NaiveColumnOptions,
): NaiveColumnSearcher
