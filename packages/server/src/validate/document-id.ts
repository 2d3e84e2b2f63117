import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import { type BodyKind } from './body-fields.ts'
import { shorten } from './quoting.ts'
import { isInteger, JsonNumber, jsonText, type JsonValue } from './json-value.ts'

const ALLOWED = /^[A-Za-z0-9_-]{1,511}$/

/** Whether a text can be the id of a document. */
export function isDocumentId(text: string): boolean {
  return ALLOWED.test(text) && !text.includes('\n')
}

/** The error for a value that can't be the id of a document; `shown` is the value as JSON. */
export function invalidDocumentId(shown: string, code: ErrorCode): InputError {
  return new InputError(
    code,
    `\`${shorten(shown)}\` is not a document id: use an integer, or a string of 1 to 511 bytes made of letters, digits, \`-\` and \`_\`.`,
  )
}

/** The text of an integer or string id, checked. */
export const DOCUMENT_ID: BodyKind<string> = {
  schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  read(value, _at, code) {
    const text = documentIdText(value)
    if (text === null || !isDocumentId(text)) throw invalidDocumentId(jsonText(value), code)
    return text
  },
}

function documentIdText(value: JsonValue): string | null {
  if (typeof value === 'string') return value
  if (!isInteger(value)) return null
  return value instanceof JsonNumber ? value.text : String(value)
}
