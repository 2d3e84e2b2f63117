// The documents of prefixes that many terms share, in which fields they have such a term: what joining thousands of lists
// would give (docs/adr/0008). A prefix is known by the range of its terms, so that it need not be named.
//
//   prefixes.ranges      Uint32 × 3 per prefix, ascending: first term, end of its terms, where its list begins in prefixes.bytes
//   prefixes.bytes       the lists
//   prefixes.field-sets  JSON: the distinct sets of fields that lists refer to, as lists of field ids
//
// One list:
//   varint  documentCount
//   varint  gap to the previous doc id (the first: the doc id itself)            × documentCount
//   1, 2 or 4 bytes  number of the field set (width by how many sets there are)  × documentCount
//
// Small segments, and those of earlier versions, have none of these sections.

export const PREFIX_RANGES = 'prefixes.ranges'
export const PREFIX_BYTES = 'prefixes.bytes'
export const PREFIX_FIELD_SETS = 'prefixes.field-sets'

/** Entries of a prefix in `prefixes.ranges`. */
export const RANGE_ENTRIES = 3
