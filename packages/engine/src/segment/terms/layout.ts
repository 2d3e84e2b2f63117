// The term dictionary of a segment: all terms in word order (UTF-8 bytes), behind one another.
//
//   terms.starts  Uint32[count + 1]   where each term begins in terms.bytes
//   terms.bytes   UTF-8
//
// Plain offsets instead of front-coded blocks: every term is reached in O(1), which the binary searches and the typo
// walk live on, for about four bytes a term (docs/adr/0003).

export const TERM_STARTS = 'terms.starts'
export const TERM_BYTES = 'terms.bytes'
