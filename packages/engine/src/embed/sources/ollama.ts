import { EMBED_INPUTS_PER_CALL } from '../../limits.ts'
import type { Embedder as EmbedderSettings, Json } from '../../settings/embedders.ts'
import type { RestTemplate } from '../../settings/rest-template.ts'
import { EmbedFailure } from '../embed-failure.ts'
import type { EmbedContext } from '../embedder.ts'
import { JsonClient } from '../json-client.ts'
import { readVectors } from '../rest-exchange.ts'
import type { Source } from '../source.ts'
import { withKeyHint } from './key-hint.ts'

/** A server of local models; the end of its address tells which of two forms it speaks. */
export function ollamaSource(settings: EmbedderSettings, context: EmbedContext): Source {
  const url = settings.url ?? context.environment['MEILI_OLLAMA_URL'] ?? URL_DEFAULT
  const form = formOf(url)
  const model = settings.model ?? ''
  const client = new JsonClient({ url, apiKey: settings.apiKey }, context)
  return {
    chunkSize: form.chunkSize,
    embed: (chunk, limits) =>
      withKeyHint('', async () => {
        try {
          return await client.post(
            form.request(model, chunk),
            (answer) => readVectors(answer, form.response, chunk.length),
            limits,
          )
        } catch (error) {
          throw isMissingModel(error) ? missingModel(model, error) : error
        }
      }),
  }
}

const URL_DEFAULT = 'http://localhost:11434/api/embeddings'

interface Form {
  readonly chunkSize: number
  readonly response: RestTemplate
  request(model: string, chunk: readonly Json[]): Json
}

const ONE: Form = {
  chunkSize: 1,
  response: { placeholder: '{{embedding}}', repeatedPath: null, placeholderPath: ['embedding'] },
  request: (model, chunk) => ({ model, prompt: chunk[0] ?? '' }),
}

const MANY: Form = {
  chunkSize: EMBED_INPUTS_PER_CALL,
  response: { placeholder: '{{embedding}}', repeatedPath: ['embeddings'], placeholderPath: [] },
  request: (model, chunk) => ({ model, input: chunk }),
}

function formOf(url: string): Form {
  if (url.endsWith('/api/embeddings')) return ONE
  if (url.endsWith('/api/embed')) return MANY
  throw new EmbedFailure(
    'user error',
    `\`url\` must end in \`/api/embed\` or \`/api/embeddings\`, but it is \`${url}\``,
  )
}

function isMissingModel(error: unknown): error is EmbedFailure {
  return error instanceof EmbedFailure && error.status === 404
}

function missingModel(model: string, error: EmbedFailure): EmbedFailure {
  return new EmbedFailure(
    'user error',
    `the server does not have the model \`${model}\`; pull it first (${error.message})`,
    { status: 404, cause: error },
  )
}
