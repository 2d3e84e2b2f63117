// Document ids: found in a document by the primary key, checked, and turned into text.

import { topLevelEntries } from '../bits/json-scan.ts'
import { InputError } from '../errors.ts'
import { DOCUMENT_ID_BYTES_MAX } from '../limits.ts'

const ID_TEXT = /^[A-Za-z0-9_-]+$/
const INTEGER = /^(?:0|-?[1-9]\d{0,19})$/
const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const I64_MIN = -(2n ** 63n)
const U64_MAX = 2n ** 64n - 1n

/** The id of one document as text. `json` must be valid JSON text of an object. */
export type ReadDocumentId = (json: string) => string

/** A reader of ids for one primary key. Throws InputError for a missing or bad id. */
export function documentIdReader(primaryKey: string): ReadDocumentId {
  const quotedKey = JSON.stringify(primaryKey)
  // a key with a dot can be met in several ways, one with these characters be written in several
  const isPlainKey = /^[^."\\/]+$/.test(primaryKey)
  return (json) => {
    // most documents begin with their id; a key that stands twice is settled by a full parse: the last one counts
    const start = isPlainKey ? idStart(json, quotedKey) : -1
    if (start < 0) return slowDocumentId(json, primaryKey)
    const end = plainIdEnd(json, start)
    if (end < 0 || json.includes(quotedKey, end) || json.includes('\\u')) {
      return slowDocumentId(json, primaryKey)
    }
    return json.charCodeAt(start) === QUOTE
      ? json.slice(start + 1, end - 1)
      : json.slice(start, end)
  }
}

/** Where the value of the first key begins, if that is the key of ids; else -1. */
function idStart(json: string, quotedKey: string): number {
  if (json.charCodeAt(0) !== OPEN_BRACE) return -1
  const keyStart = skipSpace(json, 1)
  if (!json.startsWith(quotedKey, keyStart)) return -1
  const colon = skipSpace(json, keyStart + quotedKey.length)
  return json.charCodeAt(colon) === COLON ? skipSpace(json, colon + 1) : -1
}

function skipSpace(json: string, start: number): number {
  let at = start
  while (json.charCodeAt(at) <= SPACE) at++
  return at
}

/** The end of the id that begins at `start`, where it is a plain one and followed by `,` or `}`; else -1. */
function plainIdEnd(json: string, start: number): number {
  const first = json.charCodeAt(start)
  let end = start + 1
  if (first === QUOTE) {
    while (isIdUnit(json.charCodeAt(end))) end++
    const length = end - start - 1
    if (length === 0 || length > DOCUMENT_ID_BYTES_MAX || json.charCodeAt(end) !== QUOTE) return -1
    end++
  } else {
    // no sign, no zero in front, and few enough digits to be in range whatever they are
    if (first < 0x31 || first > 0x39) return -1
    for (let unit = json.charCodeAt(end); unit >= 0x30 && unit <= 0x39;)
      unit = json.charCodeAt(++end)
    if (end - start > 18) return -1
  }
  const next = json.charCodeAt(end)
  return next === COMMA || next === CLOSE_BRACE ? end : -1
}

function isIdUnit(unit: number): boolean {
  const letter = unit | 0x20
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x2d ||
    unit === 0x5f
  )
}

function slowDocumentId(json: string, primaryKey: string): string {
  const found = slicesAt(json, primaryKey)
  if (found.length === 0) {
    throw new InputError(
      'missing_document_id',
      `A document has no value for the primary key \`${primaryKey}\`: ${shorten(json)}`,
    )
  }
  if (found.length > 1) {
    throw new InputError(
      'invalid_document_id',
      `A document has more than one value for the primary key \`${primaryKey}\`: ${shorten(json)}`,
    )
  }
  const slice = found[0]!
  if (slice.startsWith('"')) {
    const text = JSON.parse(slice) as string
    if (ID_TEXT.test(text) && text.length <= DOCUMENT_ID_BYTES_MAX) return text
  } else if (INTEGER.test(slice)) {
    const integer = BigInt(slice)
    if (integer >= I64_MIN && integer <= U64_MAX) return slice
  }
  throw new InputError(
    'invalid_document_id',
    `The document id ${shorten(slice)} is not valid: an integer, or a string of 1 to ${DOCUMENT_ID_BYTES_MAX} bytes of a-z A-Z 0-9 - and _ is accepted.`,
  )
}

/** JSON texts of the values at a dotted path, through every way of cutting it; arrays are not entered. */
function slicesAt(json: string, path: string): string[] {
  const members = new Map(
    topLevelEntries(json).map(({ key, valueStart, valueEnd }) => [
      key,
      json.slice(valueStart, valueEnd),
    ]),
  )
  const found: string[] = []
  const whole = members.get(path)
  if (whole !== undefined) found.push(whole)
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const inner = members.get(path.slice(0, dot))
    if (inner?.startsWith('{')) found.push(...slicesAt(inner, path.slice(dot + 1)))
  }
  return found
}

/** Picks the primary key from the first document: the only top-level key that ends in `id`. */
export function inferPrimaryKey(document: Readonly<Record<string, unknown>>): string {
  const candidates = Object.keys(document).filter((key) => key.toLowerCase().endsWith('id'))
  const [first, ...others] = candidates
  if (first === undefined) {
    throw new InputError(
      'index_primary_key_no_candidate_found',
      'The primary key could not be inferred: no top-level field of the first document ends in `id`. Name it with `primaryKey`.',
    )
  }
  if (others.length > 0) {
    const [one, two] = candidates.toSorted()
    throw new InputError(
      'index_primary_key_multiple_candidates_found',
      `The primary key could not be inferred: ${candidates.length} fields of the first document end in \`id\`, such as \`${one}\` and \`${two}\`. Name it with \`primaryKey\`.`,
    )
  }
  return first
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
