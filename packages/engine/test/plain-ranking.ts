import type { RankOptions } from '../src/search/rank-documents.ts'

/** A search that asks for nothing in particular; tests change what they are about. */
export const PLAIN_RANKING: RankOptions = {
  q: null,
  matchingStrategy: 'last',
  attributesToSearchOn: null,
  locales: null,
  offset: 0,
  limit: 100,
  wantsScores: true,
  threshold: null,
  sortRules: [],
  createCustomRule: () => {
    throw new Error('no custom rule was configured')
  },
  vectorRule: null,
  distinct: null,
  isExhaustive: false,
  isOutOfTime: () => false,
}
