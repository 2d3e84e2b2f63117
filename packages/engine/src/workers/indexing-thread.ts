// The indexing worker: one thread that writes all indexes of an engine.

import { platform, setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { EmbedContext } from '../embed/embedder.ts'
import { assert } from '../errors.ts'
import { IndexShelf } from './index-shelf.ts'
import {
  errorFacts,
  type FromIndexingThread,
  type IndexingResult,
  type ToIndexingThread,
} from './messages.ts'
import { EmbedderPool } from './embedder-pool.ts'
import { embeddingOver } from './embedding-port.ts'
import { wait } from './wait.ts'
import { writerHooks } from './writer-hooks.ts'

/** What the thread is started with. */
export interface IndexingThreadData {
  readonly path: string
  readonly builderBytesMax: number
  readonly environment: EmbedContext['environment']
  /** To the thread that has the sockets and the models. */
  readonly embeddingPort: MessagePort
}

/** Progress is told at most this often. */
const PROGRESS_EVERY_MS = 50

/** Searches and uploads go first where processors are scarce: as `nice` counts. */
const NICENESS = 5

const port = parentPort
assert(port !== null, 'the indexing worker runs in a thread')
yieldToOthers()
const say = (message: FromIndexingThread): void => port.postMessage(message)
const aborts = new Map<number, AbortController>()
/** Batches that asked to go on. */
const resumes = new Map<number, () => void>()
const { path, environment, embeddingPort, builderBytesMax } = workerData as IndexingThreadData
const embedders = new EmbedderPool({
  ...embeddingOver(embeddingPort),
  wait,
  random: Math.random,
  environment,
})
const shelf = new IndexShelf({
  path,
  hooks: {
    ...writerHooks((...wanted) => embedders.get(...wanted)),
    builderBytesMax,
  },
  onPublish: (publication) => say({ kind: 'published', publication }),
  holdsFiles: true,
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
  onMergeError: (indexId, error) => say({ kind: 'mergeFailed', indexId, error: errorFacts(error) }),
})

type Call = Exclude<ToIndexingThread, { kind: 'abort' | 'goOn' | 'release' }>

async function run(message: Call): Promise<IndexingResult> {
  switch (message.kind) {
    case 'create':
      return shelf.create(message.indexId, message.options)
    case 'open':
      return shelf.open(message.indexId)
    case 'delete':
      await shelf.delete(message.indexId)
      return null
    case 'close':
      shelf.close()
      return null
    case 'applyBatch': {
      const { callId, indexId, batch } = message
      const abort = new AbortController()
      aborts.set(callId, abort)
      let toldAtMs = -Infinity
      try {
        return await shelf.applyBatch(indexId, batch, {
          signal: abort.signal,
          onEmbedderRequest: (problem) => say({ kind: 'embedderRequest', callId, problem }),
          onWait: () => {
            say({ kind: 'waiting', callId, isOver: false })
            return () =>
              new Promise((resolve) => {
                resumes.set(callId, resolve)
                say({ kind: 'waiting', callId, isOver: true })
              })
          },
          onProgress: (steps) => {
            const nowMs = performance.now()
            if (nowMs - toldAtMs < PROGRESS_EVERY_MS) return
            toldAtMs = nowMs
            say({ kind: 'progress', callId, steps })
          },
        })
      } finally {
        aborts.delete(callId)
      }
    }
  }
}

port.on('message', (message: ToIndexingThread) => {
  if (message.kind === 'abort') {
    aborts.get(message.callId)?.abort()
    return
  }
  if (message.kind === 'goOn') {
    resumes.get(message.callId)?.()
    resumes.delete(message.callId)
    return
  }
  if (message.kind === 'release') {
    shelf.release(message.indexId, message.generation)
    return
  }
  run(message).then(
    (result) => say({ kind: 'answer', callId: message.callId, result }),
    (error: unknown) => say({ kind: 'failure', callId: message.callId, error: errorFacts(error) }),
  )
})

/** On Linux a thread has a priority of its own; elsewhere this would be that of the process. */
function yieldToOthers(): void {
  if (platform() !== 'linux') return
  try {
    setPriority(0, NICENESS)
  } catch {
    // a sandbox may forbid it
  }
}
