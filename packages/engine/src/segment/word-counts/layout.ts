// How many words each field of each document has, clamped to 31: what the exactness rule compares with.
//
//   word-counts.starts  Uint32[documentCount + 1]
//   word-counts.fields  Uint16[]   field ids
//   word-counts.counts  Uint8[]    beside them

export const WORD_COUNT_STARTS = 'word-counts.starts'
export const WORD_COUNT_FIELDS = 'word-counts.fields'
export const WORD_COUNTS = 'word-counts.counts'
