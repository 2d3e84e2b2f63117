/** What may be given up of a query that too few documents satisfy: its last words, nothing, its most frequent words. */
export type MatchingStrategy = 'last' | 'all' | 'frequency'
