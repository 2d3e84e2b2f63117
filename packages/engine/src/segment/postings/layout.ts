// Postings of a segment: for each term, the documents that hold it, in which fields and at which positions.
//
//   postings.starts  Uint32[termCount + 1]   where each term's list begins in postings.bytes
//   postings.bytes   the lists
//   field-sets       JSON: the distinct sets of fields that postings refer to, as lists of field ids
//
// One list:
//   varint  documentCount
//   varint  gap to the previous doc id (the first: the doc id itself)      × documentCount
//   1, 2 or 4 bytes  number of the field set (width by how many sets there are)  × documentCount
//   varint  bytes of the document's positions                              × documentCount
//   positions of one document after the other; for each field of its set in turn
//     varint  (gap to the previous position of the field) × 2 + (1 when it is the last of the field)

export const POSTING_STARTS = 'postings.starts'
export const POSTING_BYTES = 'postings.bytes'
export const FIELD_SETS = 'field-sets'

/** Bytes of a field set number in a segment with that many sets. */
export function fieldSetWidth(setCount: number): 1 | 2 | 4 {
  if (setCount <= 256) return 1
  return setCount <= 65_536 ? 2 : 4
}
