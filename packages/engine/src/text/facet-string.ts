import { FACET_STRING_BYTES_MAX } from '../limits.ts'
import { trimWhiteSpace } from '../bits/white-space.ts'
import { utf8Length } from '../bits/word-order.ts'

/**
 * The form in which string values of filterable attributes are compared: trimmed, compatibility-decomposed,
 * lowercased, cut at 468 UTF-8 bytes on a char boundary. Accents are decomposed, not removed.
 */
export function normalizeFacetString(value: string): string {
  return cutAtBytes(foldFacetString(value), FACET_STRING_BYTES_MAX)
}

/** As `normalizeFacetString` without the cut: the query side, where a longer text never equals a stored one. */
export function foldFacetString(value: string): string {
  const trimmed = trimWhiteSpace(value)
  const decomposed = NOT_ASCII.test(trimmed) ? trimmed.normalize('NFKD') : trimmed
  return decomposed.toLowerCase()
}

// oxlint-disable-next-line no-control-regex -- the range of ASCII
const NOT_ASCII = /[^\x00-\x7f]/

function cutAtBytes(text: string, bytesMax: number): string {
  // 3 bytes per unit is the worst case, so short texts need no counting
  if (text.length * 3 <= bytesMax) return text
  if (text.length <= bytesMax && utf8Length(text) <= bytesMax) return text
  let bytes = 0
  let end = 0
  for (const char of text) {
    bytes += utf8Length(char)
    if (bytes > bytesMax) break
    end += char.length
  }
  return text.slice(0, end)
}
