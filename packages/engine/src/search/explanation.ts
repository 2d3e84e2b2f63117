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
  /** What each rule said, in order; empty when the document does not match. Of the ranking that it was found in. */
  readonly rules: readonly RuleOutcome[]
  /** How many documents no rule tells from this one: they are in the order in which their ids were first seen. */
  readonly tiedCount: number | null
  /** Which ranking it was found in; null when it is no hit of any page. */
  readonly foundBy: 'words' | 'meaning' | null
  /** Of a search by words and by meaning: what either ranking says; null for others and where it was not asked. */
  readonly hybrid: HybridExplanation | null
}

/** The two rankings that one search by words and by meaning is made of. */
export interface HybridExplanation {
  /** Scores by meaning are multiplied by it, those by words by what is left to 1. */
  readonly semanticRatio: number
  /** Why meaning had no say: the words did well enough for the whole page, or there was no vector; null when it had. */
  readonly skipped: 'wordsGoodEnough' | 'noVector' | null
  readonly words: ListExplanation
  /** Null when it had no say. */
  readonly meaning: ListExplanation | null
}

/** A document in one ranking of two. */
export interface ListExplanation {
  /** Place in this ranking alone, from 1. */
  readonly position: number | null
  /** Why it is not in it. */
  readonly reason: MissReason | null
  readonly rankingScore: number | null
  /** What it competes with against the other ranking. */
  readonly weightedScore: number | null
  readonly rules: readonly RuleOutcome[]
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
