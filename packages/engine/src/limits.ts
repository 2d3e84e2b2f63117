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
/** Bytes that a segment in the making holds, as far as they are counted, before it is closed. */
export const BUILDER_BYTES_MAX: number = 96 * 2 ** 20
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
/** Tries after the first that a call to an embedding server gets. */
export const EMBED_RETRIES_MAX = 10
/** Longest wait before another try. */
export const EMBED_RETRY_WAIT_MS_MAX = 60_000
/** Time that one try gets while indexing. */
export const EMBED_CALL_MS_MAX = 30_000
/** Texts in one call, where the server takes several. */
export const EMBED_INPUTS_PER_CALL = 10
/** Calls to an embedding server at a time. */
export const EMBED_CALLS_IN_FLIGHT_MAX = 40
/** Characters of a server's answer that an error shows. */
export const EMBED_BODY_SHOWN_MAX = 1000
/** UTF-8 bytes of a query whose vector may be kept. */
export const EMBED_CACHED_TEXT_BYTES_MAX = 2000
/** Tokens that a hosted model takes; longer texts are cut. */
export const EMBED_TOKENS_MAX = 8191
/** How far apart the two parts of a composite embedder may put the same text. */
export const COMPOSITE_DISTANCE_MAX = 0.01
/** Texts that a local model is given at a time. */
export const LOCAL_MODEL_CHUNK = 8
/** Embedders that stay ready for use. */
export const EMBEDDERS_KEPT_MAX = 256
/** Vectors that one document may have for one embedder. */
export const VECTORS_PER_DOCUMENT_MAX = 256
/** Indexes with fewer documents are not worth a warm-up. */
export const WARM_UP_DOCUMENTS_MIN = 5000
/** Milliseconds that each search worker spends on searches of its own, once. */
export const WARM_UP_MS = 4000
