// Every bound of the engine, in one place. A bound that a user can meet is documented in docs/limits.md.

/** Positions inside one field of one document; words beyond are ignored. */
export const POSITION_MAX = 65_535
/** UTF-8 bytes of an indexed word; longer words consume their position but are not indexed. */
export const WORD_BYTES_MAX = 250
/** UTF-8 bytes of a document id. */
export const DOCUMENT_ID_BYTES_MAX = 511
/** Distinct field paths one index may know. */
export const FIELDS_MAX = 65_535
/** UTF-8 bytes of a normalized facet string; longer ones are cut for filtering. */
export const FACET_STRING_BYTES_MAX = 468
/** Field word counts above this are all the same to the exactness rule. */
export const FIELD_WORD_COUNT_MAX = 31
/** Depth of nesting the document parser follows. */
export const JSON_DEPTH_MAX = 512
/** Reads that may wait for a search worker; more are refused. */
export const SEARCH_QUEUE_MAX = 1000
/** Characters of a document template. */
export const TEMPLATE_CHARACTERS_MAX = 1_000_000
/** Milliseconds that rendering one document may take: a template that loops does not hold the thread. */
export const TEMPLATE_RENDER_MS_MAX = 10_000
/** Characters and items that rendering one document may make. */
export const TEMPLATE_WORK_MAX = 10_000_000
/** Bytes of decoded documents that each search worker keeps. */
export const DOCUMENT_CACHE_BYTES: number = 16 << 20
