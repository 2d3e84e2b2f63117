import type { Engine, EngineOptions } from './engine.ts'
import { InlineEngine } from './inline-engine.ts'
import { ThreadedEngine } from './threaded-engine.ts'

/** An engine as the options ask for it. In memory there is one thread: the one that calls. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const onMergeError = options.onMergeError ?? (() => {})
  if (options.path === null || options.searchWorkerCount === 0) {
    return new InlineEngine({ path: options.path, now: options.now, onMergeError })
  }
  const { path, searchWorkerCount } = options
  return new ThreadedEngine({ path, searchWorkerCount, onMergeError })
}
