import type { Json } from '../settings/embedders.ts'
import { callChunks } from './call-chunks.ts'
import { EmbedFailure } from './embed-failure.ts'
import type { Distribution, EmbedInput, EmbedWatch } from './embedder.ts'
import type { CallLimits } from './json-client.ts'

/** Whatever makes vectors: a server or a model. */
export interface Source {
  /** Inputs that are sent together. */
  readonly chunkSize: number
  /** Chunks at a time; as many as calls are allowed when absent. */
  readonly chunksInFlightMax?: number
  /** How similarities of its model are spread, when that is known. */
  readonly distribution?: Distribution | undefined
  /** One vector per input of a chunk, of whatever size. Throws EmbedFailure. */
  embed(chunk: readonly Json[], limits: CallLimits): Promise<readonly Float32Array[]>
}

/** A source whose vectors have a known size. */
export interface SizedSource extends Source {
  readonly dimensions: number
}

/** The source with its size: the given one, or that of the vector of a test. */
export async function measureSource(
  source: Source,
  dimensions: number | undefined,
  watch: EmbedWatch,
): Promise<SizedSource> {
  if (dimensions !== undefined) return Object.assign(source, { dimensions })
  try {
    const [vector] = await source.embed([PROBE], watch)
    return Object.assign(source, { dimensions: vector?.length ?? 0 })
  } catch (error) {
    if (!(error instanceof EmbedFailure)) throw error
    throw new EmbedFailure(error.fault, `could not find out the dimensions: ${error.message}`, {
      cause: error,
    })
  }
}

/** One vector of the right size per input. */
export async function embedAll(
  source: SizedSource,
  inputs: readonly Json[],
  limits: CallLimits,
): Promise<readonly Float32Array[]> {
  const { chunkSize, chunksInFlightMax } = source
  const options = { chunkSize, chunksInFlightMax, signal: limits.signal }
  return await callChunks(inputs, options, async (chunk, signal) => {
    const vectors = await source.embed(chunk, { ...limits, signal })
    if (vectors.length !== chunk.length) {
      throw new EmbedFailure(
        'runtime error',
        `${chunk.length} vectors were expected, one per input, but ${vectors.length} came`,
      )
    }
    for (const vector of vectors) {
      if (vector.length === source.dimensions) continue
      throw new EmbedFailure(
        'runtime error',
        `vectors of ${source.dimensions} dimensions were expected, but one of ${vector.length} came`,
      )
    }
    return vectors
  })
}

/** What is sent for an input. */
export function payloadOf(input: EmbedInput): Json {
  // rendered fragments come out of JSON and are JSON again
  return 'text' in input ? input.text : (input.fragment as Json)
}

const PROBE = 'test'
