import { InputError } from '../errors.ts'
import type { Settings } from '../settings/settings-table.ts'
import { searchKind } from './query-vector.ts'
import type { SearchRequest } from './search-request.ts'

/** Throws about an embedder that the index does not have, where the search would use it. */
export function checkEmbedder(
  request: Pick<SearchRequest, 'hybrid' | 'q' | 'vector' | 'media'>,
  { embedders }: Pick<Settings, 'embedders'>,
): void {
  const { hybrid } = request
  if (hybrid === null || searchKind(request) === 'keyword') return
  if (Object.hasOwn(embedders, hybrid.embedder)) return
  throw unknownEmbedder('invalid_search_embedder', hybrid.embedder, Object.keys(embedders))
}

/** The error about an embedder that is not among the known ones. */
export function unknownEmbedder(code: string, name: string, known: readonly string[]): InputError {
  const names = known.map((other) => `\`${other}\``)
  const available =
    names.length === 0 ? 'This index has no embedders.' : `Embedders: ${names.join(', ')}.`
  return new InputError(code, `Embedder \`${name}\` is not known. ${available}`)
}
