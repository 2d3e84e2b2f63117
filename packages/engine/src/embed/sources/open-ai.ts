import { EMBED_INPUTS_PER_CALL, EMBED_TOKENS_MAX } from '../../limits.ts'
import { HOSTED_MODELS, HOSTED_MODEL_DEFAULT } from '../../settings/embedder-fields.ts'
import type { Embedder as EmbedderSettings, Json } from '../../settings/embedders.ts'
import type { RestTemplate } from '../../settings/rest-template.ts'
import { EmbedFailure } from '../embed-failure.ts'
import type { Distribution, EmbedContext } from '../embedder.ts'
import { type CallLimits, JsonClient } from '../json-client.ts'
import { readVectors } from '../rest-exchange.ts'
import type { SizedSource } from '../source.ts'
import { withKeyHint } from './key-hint.ts'

/** The hosted models, or a server that speaks like theirs. */
export function openAiSource(settings: EmbedderSettings, context: EmbedContext): SizedSource {
  const { environment } = context
  const model = settings.model ?? HOSTED_MODEL_DEFAULT
  const apiKey =
    settings.apiKey ?? environment['MEILI_OPENAI_API_KEY'] ?? environment['OPENAI_API_KEY']
  const client = new JsonClient({ url: settings.url ?? URL_DEFAULT, apiKey }, context)
  const isCut = settings.dimensions !== undefined && model !== MODEL_OF_ONE_SIZE
  const call = (input: Json, count: number, limits: CallLimits): Promise<Float32Array[]> =>
    client.post(
      { model, input, ...(isCut && { dimensions: settings.dimensions }) },
      (answer) => readVectors(answer, RESPONSE, count),
      limits,
    )
  return {
    chunkSize: EMBED_INPUTS_PER_CALL,
    dimensions: settings.dimensions ?? HOSTED_MODELS[model] ?? 0,
    distribution: DISTRIBUTIONS[model],
    embed: (chunk, limits) =>
      withKeyHint(
        ', or `MEILI_OPENAI_API_KEY` or `OPENAI_API_KEY` in the environment',
        async () => {
          try {
            return await call([...chunk], chunk.length, limits)
          } catch (error) {
            if (!(error instanceof EmbedFailure) || error.status !== 400) throw error
            return await callOneByOne(chunk, (input) => call(input, 1, limits))
          }
        },
      ),
  }
}

const URL_DEFAULT = 'https://api.openai.com/v1/embeddings'
const MODEL_OF_ONE_SIZE = 'text-embedding-ada-002'
const RESPONSE: RestTemplate = {
  placeholder: '{{embedding}}',
  repeatedPath: ['data'],
  placeholderPath: ['embedding'],
}

const DISTRIBUTIONS: Readonly<Record<string, Distribution>> = {
  'text-embedding-ada-002': { mean: 0.9, sigma: 0.08 },
  'text-embedding-3-large': { mean: 0.7, sigma: 0.1 },
  'text-embedding-3-small': { mean: 0.75, sigma: 0.1 },
}

/** A chunk was refused: one of its texts may be too long. Those that are get cut. */
async function callOneByOne(
  chunk: readonly Json[],
  call: (input: Json) => Promise<readonly Float32Array[]>,
): Promise<Float32Array[]> {
  // loaded only here: the vocabulary takes a moment and some megabytes
  const { encode } = await import('gpt-tokenizer/encoding/cl100k_base')
  const vectors: Float32Array[] = []
  for (const text of chunk) {
    const words = typeof text === 'string' ? text : JSON.stringify(text)
    const tokens = encode(words, { disallowedSpecial: new Set() })
    const isShort = tokens.length < EMBED_TOKENS_MAX
    vectors.push(...(await call(isShort ? [text] : tokens.slice(0, EMBED_TOKENS_MAX))))
  }
  return vectors
}
