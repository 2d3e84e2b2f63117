// A search worker: answers reads over the shared memory of segments, one after another.

import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../errors.ts'
import { indexStores } from './index-shelf.ts'
import { errorFacts, type FromSearchThread, type ToSearchThread } from './messages.ts'
import { answerRead } from './read-request.ts'
import { SearchShelf } from './search-shelf.ts'
import { search } from '../search/search.ts'
import { WarmUp } from './warm-up.ts'

/** What the thread is started with. */
export interface SearchThreadData {
  readonly path: string
}

const port = parentPort
assert(port !== null, 'a search worker runs in a thread')
const { path } = workerData as SearchThreadData
const shelf = new SearchShelf((indexId) => indexStores(path, indexId).segments)
const now = (): number => performance.now()
const warmUp = new WarmUp({
  searchers: () => shelf.searchers(),
  run: (indexId, request) => void search(shelf.searcher(indexId), request, now),
  now,
  later: (step) => void setImmediate(step),
})

function answer(message: Extract<ToSearchThread, { kind: 'read' }>): void {
  const { callId } = message
  try {
    const { request, embedded } = message
    const found = answerRead(request, (indexId) => shelf.searcher(indexId), now, embedded)
    const reply: FromSearchThread = { kind: 'answer', callId, answer: found }
    port!.postMessage(reply, found instanceof Uint8Array ? [found.buffer as ArrayBuffer] : [])
  } catch (error) {
    const reply: FromSearchThread = { kind: 'failure', callId, error: errorFacts(error) }
    port!.postMessage(reply)
  }
}

port.on('message', (message: ToSearchThread) => {
  switch (message.kind) {
    case 'refresh': {
      const { indexId, manifest, sections } = message
      try {
        shelf.refresh(indexId, manifest, sections)
      } catch (error) {
        // reads of this index will say what is wrong; other indexes go on
        shelf.refuse(indexId, error)
      }
      const reply: FromSearchThread = {
        kind: 'refreshed',
        indexId,
        generation: manifest.generation,
      }
      port.postMessage(reply)
      break
    }
    case 'drop':
      shelf.drop(message.indexId)
      break
    case 'warmUp':
      warmUp.start()
      break
    case 'rest':
      warmUp.stop()
      break
    case 'read':
      answer(message)
      break
  }
})
