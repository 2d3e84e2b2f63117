import { InputError } from '@sextant/engine'

import { quoteAll, shorten } from '../validate/quoting.ts'

/** Formats in which documents may be sent. */
export const DOCUMENT_FORMATS: ReadonlyMap<string, DocumentFormat> = new Map([
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['text/csv', 'csv'],
])

/** The format of a body of documents. */
export type DocumentFormat = 'json' | 'ndjson' | 'csv'

/** Refuses a content type that is not JSON. */
export function requireJson(header: string | undefined): void {
  if (header === 'application/json') return
  const type = mediaType(header, ['application/json'])
  if (type === 'application/json' || /^[a-z]+\/[^/]+\+json$/.test(type)) return
  throw notAcceptedType(header ?? '', ['application/json'])
}

/** The format of a body of documents, from its content type. */
export function documentFormat(header: string | undefined): DocumentFormat {
  const accepted = [...DOCUMENT_FORMATS.keys()]
  const format = DOCUMENT_FORMATS.get(mediaType(header, accepted))
  if (format !== undefined) return format
  throw notAcceptedType(header ?? '', accepted)
}

// Type and subtype in lower case; parameters such as the character set do not matter.
function mediaType(header: string | undefined, accepted: readonly string[]): string {
  if (header === undefined) {
    throw new InputError(
      'missing_content_type',
      `A \`Content-Type\` header is required. Accepted: ${quoteAll(accepted)}.`,
    )
  }
  return (header.split(';')[0] ?? '').trim().toLowerCase()
}

function notAcceptedType(header: string, accepted: readonly string[]): InputError {
  return new InputError(
    'invalid_content_type',
    `Content type \`${shorten(header)}\` is not accepted here. Accepted: ${quoteAll(accepted)}.`,
  )
}
