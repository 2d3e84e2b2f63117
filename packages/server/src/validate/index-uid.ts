import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import { type BodyKind } from './body-fields.ts'
import { shorten } from './quoting.ts'
import { STRING } from './body-kinds.ts'

/** Bytes of an index uid. */
export const INDEX_UID_BYTES_MAX = 400

const ALLOWED = /^[A-Za-z0-9_-]{1,400}$/

/** Whether a text may name an index. */
export function isIndexUid(text: string): boolean {
  return ALLOWED.test(text) && !text.includes('\n')
}

/** Whether a text is an index uid, `*`, or the beginning of index uids followed by `*`. */
export function isIndexPattern(text: string): boolean {
  return text === '*' || isIndexUid(text.endsWith('*') ? text.slice(0, -1) : text)
}

/** Whether an index falls under a pattern. */
export function matchesIndexPattern(pattern: string, indexUid: string): boolean {
  return pattern.endsWith('*') ? indexUid.startsWith(pattern.slice(0, -1)) : pattern === indexUid
}

/** Refuses what may not name an index. */
export function checkIndexUid(text: string, code: ErrorCode = 'invalid_index_uid'): string {
  if (isIndexUid(text)) return text
  throw new InputError(
    code,
    `Index uid \`${shorten(text)}\` is not valid: use letters, digits, \`-\` and \`_\`, ${INDEX_UID_BYTES_MAX} bytes at most.`,
  )
}

/** An index uid inside a body. */
export const INDEX_UID: BodyKind<string> = {
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,400}$' },
  read: (value, at, code) => checkIndexUid(STRING.read(value, at, code), code),
}

/** An index uid pattern inside a body. */
export const INDEX_PATTERN: BodyKind<string> = {
  schema: { type: 'string' },
  read(value, at, code) {
    const text = STRING.read(value, at, code)
    if (isIndexPattern(text)) return text
    throw new InputError(
      code,
      `\`${shorten(text)}\` at \`${at}\` is not an index uid pattern: use letters, digits, \`-\` and \`_\`, ${INDEX_UID_BYTES_MAX} bytes at most, with one \`*\` at the end to cover all indexes that begin so.`,
    )
  },
}
