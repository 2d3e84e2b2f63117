import type { Engine, EngineOptions } from './engine.ts'
import { NO_WORLD } from './embedder-pool.ts'
import { ThreadedEngine } from './threaded-engine.ts'

/** An engine as the options ask for it. In memory there is one thread: the one that calls. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const onMergeError = options.onMergeError ?? (() => {})
  const world = options.embedding ?? NO_WORLD
  if (options.path === null || options.searchWorkerCount === 0) {
    // with threads, the calling one never needs the code that indexes and searches: it is not even loaded
    const { InlineEngine } = await import('./inline-engine.ts')
    return new InlineEngine({ path: options.path, now: options.now, world, onMergeError })
  }
  const { path, searchWorkerCount, now } = options
  return new ThreadedEngine({ path, searchWorkerCount, now, world, onMergeError })
}
