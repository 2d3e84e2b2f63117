import { EMBED_INPUTS_PER_CALL } from '../../limits.ts'
import { hasFragments } from '../../settings/embedder-fields.ts'
import type { Embedder as EmbedderSettings, Json } from '../../settings/embedders.ts'
import { checkTemplatesAgree, parseRestTemplate } from '../../settings/rest-template.ts'
import type { EmbedContext } from '../embedder.ts'
import { JsonClient } from '../json-client.ts'
import { readVectors, writeRequest } from '../rest-exchange.ts'
import type { Source } from '../source.ts'
import { withKeyHint } from './key-hint.ts'

/** Any server that takes and gives JSON, described by templates. */
export function restSource(settings: EmbedderSettings, context: EmbedContext): Source {
  const request = settings.request ?? null
  const requestPlaces = parseRestTemplate(request, {
    name: 'request',
    placeholders: [hasFragments(settings) ? '{{fragment}}' : '{{text}}'],
  })
  const responsePlaces = parseRestTemplate(settings.response ?? null, {
    name: 'response',
    placeholders: ['{{embedding}}'],
  })
  checkTemplatesAgree(requestPlaces, responsePlaces)
  const client = new JsonClient(
    { url: settings.url ?? '', apiKey: settings.apiKey, headers: settings.headers },
    context,
  )
  return {
    chunkSize: requestPlaces.repeatedPath === null ? 1 : EMBED_INPUTS_PER_CALL,
    embed: (chunk: readonly Json[], limits) =>
      withKeyHint('', () =>
        client.post(
          writeRequest(request, requestPlaces, chunk),
          (answer) => readVectors(answer, responsePlaces, chunk.length),
          limits,
        ),
      ),
  }
}
