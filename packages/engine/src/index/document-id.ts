// Document ids: found in a document by the primary key, checked, and turned into text.

import { topLevelEntries } from '../bits/json-scan.ts'
import { InputError } from '../errors.ts'
import { DOCUMENT_ID_BYTES_MAX } from '../limits.ts'

const ID_TEXT = /^[A-Za-z0-9_-]+$/
const INTEGER = /^(?:0|-?[1-9]\d{0,19})$/
const I64_MIN = -(2n ** 63n)
const U64_MAX = 2n ** 64n - 1n

/** The id of one document as text. `json` must be valid JSON text of an object. */
export type ReadDocumentId = (json: string) => string

/** A reader of ids for one primary key. Throws InputError for a missing or bad id. */
export function documentIdReader(primaryKey: string): ReadDocumentId {
  const quotedKey = JSON.stringify(primaryKey)
  const atStart = new RegExp(
    `^\\s*\\{\\s*${escapeRegExp(quotedKey)}\\s*:\\s*(?:"([A-Za-z0-9_-]{1,${DOCUMENT_ID_BYTES_MAX}})"|(0|-?[1-9]\\d{0,17}))\\s*[,}]`,
  )
  // a key with a dot can be met in several ways, one with these characters be written in several
  const isPlainKey = /^[^."\\/]+$/.test(primaryKey)
  return (json) => {
    // most documents begin with their id; a key that stands twice is settled by a full parse: the last one counts
    const match = isPlainKey ? atStart.exec(json) : null
    if (match === null || json.includes(quotedKey, match[0].length) || json.includes('\\u')) {
      return slowDocumentId(json, primaryKey)
    }
    return (match[1] ?? match[2])!
  }
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

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
