import type { EmbedderSource } from './document-embedder.ts'
import type { BatchWatch } from './operations.ts'

/** The same embedders for one batch, which tells whenever it waits for them and can be stopped meanwhile. */
export function waitingEmbedders(
  source: EmbedderSource,
  { onWait, signal, onEmbedderRequest: onRequest }: Omit<BatchWatch, 'onProgress'>,
): EmbedderSource {
  async function during<Result>(work: Promise<Result>): Promise<Result> {
    const goOn = onWait?.()
    try {
      return await work
    } finally {
      await goOn?.()
      signal?.throwIfAborted()
    }
  }

  return async (name, settings) => {
    // nobody has to be asked
    if (settings.source === 'userProvided') return source(name, settings)
    signal?.throwIfAborted()
    // an embedder in the making is shared: others may still want it when this batch does not
    const made = source(name, settings, { signal, onRequest })
    const embedder = await during(untilAborted(made, signal))
    return {
      dimensions: embedder.dimensions,
      embedDocuments: (inputs, watch) => during(embedder.embedDocuments(inputs, watch)),
    }
  }
}

async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work
  let stop!: () => void
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
