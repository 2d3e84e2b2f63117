import { trimWhiteSpace } from '../bits/white-space.ts'
import { InputError } from '../errors.ts'
import type { Settings } from '../settings/settings-table.ts'
import type { SearchRequest } from './search-request.ts'

/** Throws about an embedder that the index does not have, where the search would use it. */
export function checkEmbedder(
  { hybrid, q, vector }: Pick<SearchRequest, 'hybrid' | 'q' | 'vector'>,
  { embedders }: Pick<Settings, 'embedders'>,
): void {
  const isPlaceholder = trimWhiteSpace(q ?? '') === '' && vector === null
  if (hybrid === null || hybrid.semanticRatio === 0 || isPlaceholder) return
  if (Object.hasOwn(embedders, hybrid.embedder)) return
  const names = Object.keys(embedders).map((name) => `\`${name}\``)
  const available =
    names.length === 0 ? 'This index has no embedders.' : `Embedders: ${names.join(', ')}.`
  throw new InputError(
    'invalid_search_embedder',
    `Embedder \`${hybrid.embedder}\` is not known. ${available}`,
  )
}
