// What is asked and answered about one document of a search. Documented in docs/explain.md.

import type { WordReason } from './explain-words.ts'
import type { SearchRequest } from './search-request.ts'

/** A question about one document in the answer of a search. */
export interface ExplainRequest {
  readonly documentId: string
  readonly search: SearchRequest
  /** A filter that the caller may not know of: documents that it keeps out are said not to exist. Part of `search.filter` as well. */
  readonly imposedFilter?: unknown
}

export interface Explanation {
  readonly documentId: string
  readonly query: string
  /** The document is on the page that the search answers with. */
  readonly isHit: boolean
  /** Why it is not; null when it is. */
  readonly reason: MissReason | null
  /** The gist in a sentence, for people. */
  readonly message: string
  /** Place among all hits of all pages, from 1; null when it is none. */
  readonly position: number | null
  /** Documents that match, before threshold and distinct; null when it was not needed to find the reason. */
  readonly candidateCount: number | null
  readonly rankingScore: number | null
  /** What each rule said, in order; empty when the document does not match. */
  readonly rules: readonly RuleOutcome[]
  /** How many documents no rule tells from this one: they are in the order in which their ids were first seen. */
  readonly tiedCount: number | null
}

/** One rule's verdict. Further members depend on the rule, as in `_rankingScoreDetails`. */
export interface RuleOutcome {
  readonly rule: string
  /** Place of the document's bucket among those of the rule, from 1. */
  readonly bucket: number
  readonly sizeBefore: number
  readonly sizeAfter: number
  /** Documents that the rule put ahead of this one. */
  readonly aheadCount: number
  readonly [detail: string]: unknown
}

export type MissReason =
  | { readonly kind: 'noSuchDocument' }
  | {
      readonly kind: 'filteredOut'
      /** The smallest part of the filter that keeps the document out. */
      readonly clause: string
      /** What the document has in the attributes of the clause, as filters see it. */
      readonly values: Readonly<Record<string, readonly (string | number)[]>>
    }
  | { readonly kind: 'negativeWord'; readonly word: string }
  | WordReason
  /** Each word is there, but not in a way that fits together. */
  | { readonly kind: 'noWayThroughQuery' }
  | {
      readonly kind: 'belowThreshold'
      readonly rankingScore: number
      readonly threshold: number
    }
  | {
      readonly kind: 'replacedByDistinct'
      readonly attribute: string
      /** The hit that shares a value; null when ids are not displayed. */
      readonly replacedBy: string | null
      readonly replacedByPosition: number
    }
  | {
      readonly kind: 'beyondPage'
      readonly position: number
      /** First and last place of the page, from 1; the last is below the first when the page is empty. */
      readonly pageFrom: number
      readonly pageTo: number
    }
