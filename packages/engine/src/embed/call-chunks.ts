import { EMBED_CALLS_IN_FLIGHT_MAX } from '../limits.ts'

/**
 * Cuts the inputs into chunks and calls for each, several at a time; results are in the order of the inputs. The first
 * failure ends it: calls under way are aborted, no other starts.
 */
export async function callChunks<Input, Result>(
  inputs: readonly Input[],
  options: {
    readonly chunkSize: number
    readonly chunksInFlightMax?: number | undefined
    readonly signal?: AbortSignal | undefined
  },
  call: (chunk: readonly Input[], signal: AbortSignal) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const { chunkSize, chunksInFlightMax = EMBED_CALLS_IN_FLIGHT_MAX } = options
  const chunkCount = Math.ceil(inputs.length / chunkSize)
  const results: (readonly Result[])[] = []
  const failed = new AbortController()
  const signal =
    options.signal === undefined ? failed.signal : AbortSignal.any([options.signal, failed.signal])
  let next = 0
  async function work(): Promise<void> {
    while (next < chunkCount) {
      const chunkIndex = next++
      signal.throwIfAborted()
      const from = chunkIndex * chunkSize
      results[chunkIndex] = await call(inputs.slice(from, from + chunkSize), signal)
    }
  }
  const workers = Array.from({ length: Math.min(chunkCount, chunksInFlightMax) }, () =>
    work().catch((error: unknown) => {
      // those that are aborted because of the first one have nothing to add
      failed.abort(error)
      throw error
    }),
  )
  const outcomes = await Promise.allSettled(workers)
  if (failed.signal.aborted) throw failed.signal.reason
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return results.flat()
}
