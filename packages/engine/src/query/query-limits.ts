// Bounds of query expansion. They decide answers (relevancy 3 and 4), so they are no tuning knobs.

/** Tokens of a query that are read, separators included. */
export const QUERY_TOKENS_MAX = 1000
/** Positive terms of a query; a phrase counts once. */
export const QUERY_TERMS_MAX = 10
/** Words a prefix may stand for when it is not answered by the prefix as a whole. */
export const PREFIX_WORDS_MAX = 1000
/** Longest prefix, in UTF-8 bytes, that may be answered as a whole. */
export const CACHED_PREFIX_BYTES_MAX = 4
/** Tolerant words a prefix needs to be answered as a whole. */
export const CACHED_PREFIX_WORDS_MIN = 100
/** Synonyms of one term, and the words in them taken together. */
export const SYNONYMS_MAX = 50
export const SYNONYM_WORDS_MAX = 100
/** UTF-8 bytes of a normalized synonym key; longer keys are never found. */
export const SYNONYM_KEY_BYTES_MAX = 499
