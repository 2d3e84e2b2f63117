// A search worker: answers reads over the shared memory of segments, one after another.

import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../errors.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { indexStores } from './index-shelf.ts'
import { errorFacts, type FromSearchThread, type ToSearchThread } from './messages.ts'
import { AnswerRingWriter } from './answer-ring.ts'
import { packSearch, unpackSearch } from './packed-search.ts'
import { answerRead, type ReadAnswer, type ReadRequest } from './read-request.ts'
import { SearchShelf } from './search-shelf.ts'
import { type EmbeddedQueries, NOTHING_EMBEDDED } from '../search/query-vector.ts'
import { WarmUp } from './warm-up.ts'

/** What the thread is started with. */
export interface SearchThreadData {
  readonly path: string
  /** Memory for answers on their way. */
  readonly ring: SharedArrayBuffer
}

const port = parentPort
assert(port !== null, 'a search worker runs in a thread')
const { path, ring } = workerData as SearchThreadData
const answers = new AnswerRingWriter(ring)
const shelf = new SearchShelf((indexId) => indexStores(path, indexId).segments)
const searcherOf = (indexId: string): IndexSearcher => shelf.searcher(indexId)
const now = (): number => performance.now()
const warmUp = new WarmUp({
  searchers: () => shelf.searchers(),
  run: (indexId, request) => {
    // by the way that requests come: what was compiled for others would be compiled again for those
    const arrived = structuredClone(packSearch(0, indexId, request))
    answerRead(unpackSearch(arrived), searcherOf, now, NOTHING_EMBEDDED)
  },
  now,
  later: (step) => void setImmediate(step),
})

function answer(callId: number, request: ReadRequest, embedded: EmbeddedQueries): void {
  try {
    const found = answerRead(request, searcherOf, now, embedded)
    port!.postMessage(found instanceof Uint8Array ? inBytes(callId, found) : inData(callId, found))
  } catch (error) {
    const reply: FromSearchThread = { kind: 'failure', callId, error: errorFacts(error) }
    port!.postMessage(reply)
  }
}

function inBytes(callId: number, bytes: Uint8Array): FromSearchThread {
  const place = answers.put(callId, bytes)
  // a message copies the whole buffer that bytes are a view of
  return place >= 0 ? place : inData(callId, bytes.slice())
}

function inData(callId: number, found: ReadAnswer): FromSearchThread {
  return { kind: 'answer', callId, answer: found }
}

port.on('message', (message: ToSearchThread) => {
  if (!('kind' in message)) {
    answer(message[0], unpackSearch(message), NOTHING_EMBEDDED)
    return
  }
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
      answer(message.callId, message.request, message.embedded)
      break
  }
})
