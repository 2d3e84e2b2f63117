// The words of each document in the order of their places: where the words of a prefix stand in a document is found here,
// however many words the prefix has (docs/adr/0008).
//
//   document-words.starts  Uint32[docCount + 1]   where each document begins in document-words.codes
//   document-words.codes   Uint16                 the documents
//   document-words.terms   Uint32[termCount]      ordinals of the terms, frequent ones first: words are named by their rank
//
// One document, for each of its words in ascending order of places (a field id and a position in the field):
//   rank × 4 + kind of place; a rank from RARE_RANK on is written as RARE_RANK here and follows as two codes, low bits first
//   kind FOLLOWING: the place behind the one before
//        AHEAD: the position follows
//        ELSEWHERE: field id, position and a length follow: one more than the codes between it and the next field, or
//        the end of the document; 0 when they are too many to say
//
// Segments of earlier versions have none of these sections.

export const DOCUMENT_WORD_STARTS = 'document-words.starts'
export const DOCUMENT_WORD_CODES = 'document-words.codes'
export const DOCUMENT_WORD_TERMS = 'document-words.terms'

export const FOLLOWING = 0
export const AHEAD = 1
export const ELSEWHERE = 2

/** The first rank that does not fit into one code. */
export const RARE_RANK = 0x3fff
