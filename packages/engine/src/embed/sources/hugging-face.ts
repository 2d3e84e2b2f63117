import { LOCAL_MODEL_CHUNK } from '../../limits.ts'
import { HUB_MODEL_DEFAULT, HUB_REVISION_DEFAULT } from '../../settings/embedder-fields.ts'
import type { Embedder as EmbedderSettings } from '../../settings/embedders.ts'
import { EmbedFailure } from '../embed-failure.ts'
import type { EmbedContext } from '../embedder.ts'
import type { LocalModel } from '../local-models.ts'
import type { Source } from '../source.ts'

/** A model of the hub that runs on this machine. */
export async function huggingFaceSource(
  settings: EmbedderSettings,
  context: EmbedContext,
): Promise<Source> {
  if (context.localModels === undefined) {
    throw new EmbedFailure('user error', 'models cannot be run on this machine')
  }
  const model = settings.model ?? HUB_MODEL_DEFAULT
  const opened = await attempt('could not load the model', () =>
    context.localModels!.open({
      model,
      revision: settings.model === undefined ? HUB_REVISION_DEFAULT : settings.revision,
      // what older versions stored has no pooling, and meant this one
      pooling: settings.pooling ?? 'forceMean',
    }),
  )
  return {
    chunkSize: LOCAL_MODEL_CHUNK,
    // a model takes the whole machine already
    chunksInFlightMax: 1,
    ...(model === HUB_MODEL_DEFAULT && { distribution: { mean: 0.85, sigma: 0.1 } }),
    embed: (chunk) => attempt('the model failed', () => embedTexts(opened, chunk)),
  }
}

function embedTexts(
  model: LocalModel,
  chunk: readonly unknown[],
): Promise<readonly Float32Array[]> {
  return model.embed(chunk.map(String))
}

async function attempt<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbedFailure('runtime error', `${what}: ${reason}`, { cause: error })
  }
}
