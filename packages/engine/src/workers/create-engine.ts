import type { Engine, EngineOptions } from './engine.ts'
import { NO_WORLD } from './embedder-pool.ts'
import { BUILDER_BYTES_MAX } from '../limits.ts'
import { ThreadedEngine } from './threaded-engine.ts'

/** Smaller segments than this would cost more than they save. */
const BUILDER_BYTES_MIN = 2 ** 20
const BUILDER_SHARE = 4

/** An engine as the options ask for it. In memory there is one thread: the one that calls. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const onMergeError = options.onMergeError ?? (() => {})
  const world = options.embedding ?? NO_WORLD
  const builderBytesMax = Math.max(
    BUILDER_BYTES_MIN,
    Math.min(BUILDER_BYTES_MAX, (options.indexingBytesMax ?? Infinity) / BUILDER_SHARE),
  )
  if (options.path === null || options.searchWorkerCount === 0) {
    // with threads, the calling one never needs the code that indexes and searches: it is not even loaded
    const { InlineEngine } = await import('./inline-engine.ts')
    const { path, now } = options
    return new InlineEngine({ path, now, world, onMergeError, builderBytesMax })
  }
  const { path, searchWorkerCount, now, onSearchingBegins = () => {} } = options
  return new ThreadedEngine({
    path,
    searchWorkerCount,
    now,
    world,
    onSearchingBegins,
    onMergeError,
    builderBytesMax,
  })
}
