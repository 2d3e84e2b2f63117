import { InputError } from '../errors.ts'
import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'
import { compareParts } from './compare-parts.ts'
import { EmbedFailure, namedFailure } from './embed-failure.ts'
import type {
  Deadline,
  Distribution,
  EmbedContext,
  EmbedInput,
  EmbedWatch,
  Embedder,
  MakingOptions,
  QueryInput,
} from './embedder.ts'
import { Fragments } from './fragments.ts'
import type { CallLimits } from './json-client.ts'
import { QueryCache } from './query-cache.ts'
import { type SizedSource, type Source, embedAll, measureSource, payloadOf } from './source.ts'
import { huggingFaceSource } from './sources/hugging-face.ts'
import { ollamaSource } from './sources/ollama.ts'
import { openAiSource } from './sources/open-ai.ts'
import { restSource } from './sources/rest.ts'

/**
 * Makes the embedder that the settings describe. May ask a server: for the dimensions when they are not given, and, of
 * the two parts of a composite, whether they agree. Neither is asked again when `dimensions` are known from an earlier
 * time. Throws InputError when it cannot be made.
 */
export async function createEmbedder(
  name: string,
  settings: EmbedderSettings,
  context: EmbedContext,
  options: MakingOptions = {},
): Promise<Embedder> {
  try {
    if (settings.source === 'userProvided') return userProvided(name, settings)
    const parts = await openParts(settings, context, options)
    return new SourceEmbedder(name, settings, parts, context)
  } catch (error) {
    throw namedFailure(error, name)
  }
}

/** What serves documents and what serves queries: the same source, but in a composite. */
interface Parts {
  readonly indexing: SizedSource
  readonly search: SizedSource
}

async function openParts(
  settings: EmbedderSettings,
  context: EmbedContext,
  options: MakingOptions,
): Promise<Parts> {
  const { searchEmbedder, indexingEmbedder } = settings
  if (searchEmbedder === undefined || indexingEmbedder === undefined) {
    const source = await openSource(settings, context, options)
    return { indexing: source, search: source }
  }
  const parts = {
    indexing: await openSource(indexingEmbedder, context, options),
    search: await openSource(searchEmbedder, context, options),
  }
  if (options.dimensions === undefined) {
    await compareParts(parts, { searchEmbedder, indexingEmbedder }, options)
  }
  return parts
}

async function openSource(
  settings: EmbedderSettings,
  context: EmbedContext,
  { dimensions, ...watch }: MakingOptions,
): Promise<SizedSource> {
  const measure = (source: Source, known: number | undefined): Promise<SizedSource> =>
    measureSource(source, known ?? dimensions, watch)
  switch (settings.source) {
    case 'openAi':
      return openAiSource(settings, context)
    case 'ollama':
      return await measure(ollamaSource(settings, context), settings.dimensions)
    case 'rest':
      return await measure(restSource(settings, context), settings.dimensions)
    case 'huggingFace':
      return await measure(await huggingFaceSource(settings, context), undefined)
    case 'userProvided':
    case 'composite':
      throw new EmbedFailure('user error', `source \`${settings.source}\` cannot be a part`)
  }
}

class SourceEmbedder implements Embedder {
  readonly dimensions: number
  readonly distribution: Distribution | undefined
  readonly #name: string
  readonly #parts: Parts
  readonly #isComposite: boolean
  readonly #searchFragments: Fragments | undefined
  readonly #cache: QueryCache

  constructor(name: string, settings: EmbedderSettings, parts: Parts, context: EmbedContext) {
    this.#name = name
    this.#parts = parts
    this.#isComposite = settings.source === 'composite'
    const fragments = (settings.searchEmbedder ?? settings).searchFragments
    if (fragments !== undefined) {
      this.#searchFragments = new Fragments(fragments, 'searchFragments')
    }
    this.#cache = new QueryCache(context.queryCacheEntries ?? 0)
    this.dimensions = parts.indexing.dimensions
    this.distribution =
      settings.distribution ?? parts.search.distribution ?? parts.indexing.distribution
  }

  async embedDocuments(
    inputs: readonly EmbedInput[],
    watch: EmbedWatch = {},
  ): Promise<readonly Float32Array[]> {
    try {
      return await embedAll(this.#parts.indexing, inputs.map(payloadOf), watch)
    } catch (error) {
      throw namedFailure(error, this.#name)
    }
  }

  async embedQuery(query: QueryInput, deadline?: Deadline): Promise<Float32Array> {
    try {
      const { text = '', media } = query
      if (media !== undefined || this.#searchFragments !== undefined) {
        return await this.#embedFragment(query, { deadline })
      }
      return await this.#cache.get(text, () => this.#embedOne({ text }, { deadline }))
    } catch (error) {
      throw namedFailure(error, this.#name)
    }
  }

  async #embedFragment(query: QueryInput, limits: CallLimits): Promise<Float32Array> {
    const fragment = this.#chooseFragment(query)
    // queries with media are as many as there are pictures: not worth keeping
    if (query.media !== undefined) return await this.#embedOne({ fragment }, limits)
    return await this.#cache.get(query.text ?? '', () => this.#embedOne({ fragment }, limits))
  }

  /** Exactly one fragment must fit what was asked. */
  #chooseFragment(query: QueryInput): unknown {
    const { text, media } = query
    if (this.#searchFragments === undefined) {
      const why = this.#isComposite ? 'a composite cannot' : 'it has no `searchFragments`'
      throw new EmbedFailure('user error', `\`media\` cannot be searched for: ${why}`)
    }
    const rendered = this.#searchFragments.render({
      ...(text !== undefined && { q: text }),
      ...(media !== undefined && { media }),
    })
    const [first, second] = rendered.keys()
    if (first !== undefined && second === undefined) return rendered.get(first)
    const found = first === undefined ? 'none' : `both \`${first}\` and \`${second}\``
    throw new EmbedFailure(
      'user error',
      `one of \`searchFragments\` must fit the query, but ${found} did. Query: \`q\`: ${shown(text)}, \`media\`: ${shown(media)}`,
    )
  }

  async #embedOne(input: EmbedInput, limits: CallLimits): Promise<Float32Array> {
    const [vector] = await embedAll(this.#parts.search, [payloadOf(input)], limits)
    return vector ?? new Float32Array(this.dimensions)
  }
}

const TEXT_SHOWN_MAX = 250

function shown(value: unknown): string {
  if (value === undefined) return 'absent'
  const text = JSON.stringify(value)
  return `\`${text.length > TEXT_SHOWN_MAX ? `${text.slice(0, TEXT_SHOWN_MAX)}…` : text}\``
}

/** Vectors come from the user: there is nothing to compute them with. */
function userProvided(name: string, settings: EmbedderSettings): Embedder {
  const refuse = (what: string): InputError =>
    new InputError(
      'vector_embedding_error',
      `Embedder \`${name}\`: user error: it has source \`userProvided\` and cannot embed ${what}`,
    )
  return {
    dimensions: settings.dimensions ?? 0,
    distribution: settings.distribution,
    embedDocuments: (inputs) =>
      inputs.length === 0 ? Promise.resolve([]) : Promise.reject(refuse('documents')),
    embedQuery: ({ text, media }) => Promise.reject(refuse(`the query ${shown(text ?? media)}`)),
  }
}
