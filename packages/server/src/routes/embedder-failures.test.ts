// Embedding servers that are slow, broken or silent: what becomes of the task, and that everything else goes on meanwhile.
// Waits between tries end when the test says so.

import { afterEach, beforeEach, expect, it } from 'vitest'

import {
  type EmbeddingServer,
  type Reply,
  startEmbeddingServer,
} from '../../../engine/test/embedding-server.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const GOOD: Reply = { body: { vectors: [[1, 0, 0]] } }

let service: TestApp
let server: EmbeddingServer
let reply: () => Reply | Promise<Reply>
/** Until then no embedder that failed is asked again. */
let gate: Promise<void>
let open: () => void
let timeoutMs: number

beforeEach(async () => {
  gate = new Promise((resolve) => (open = resolve))
  timeoutMs = 30_000
  reply = () => GOOD
  server = await startEmbeddingServer(() => reply())
  service = await startTestApp(
    {},
    {
      changeEmbedding: (context) => ({
        ...context,
        wait: (_, signal) => Promise.race([gate, aborted(signal)]),
        outbound: (request) => context.outbound({ ...request, timeoutMs }),
      }),
      limits: { embedderPatienceMs: 0 },
    },
  )
  const auto = {
    source: 'rest',
    url: server.url,
    request: { input: ['{{text}}', '{{..}}'] },
    response: { vectors: ['{{embedding}}', '{{..}}'] },
    dimensions: 3,
    documentTemplate: '{{doc.name}}',
  }
  await service.write('PATCH', '/indexes/plants/settings', { body: { embedders: { auto } } })
  await service.write('POST', '/indexes/plants/documents', { body: [{ id: 1, name: 'aloe' }] })
})

afterEach(async () => {
  await service.close()
  await server.close()
})

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
}

/** Begins to write a document that needs the embedder; gives the task when the embedder was asked. */
async function beginWriting(answer: () => Reply | Promise<Reply>): Promise<number> {
  const asked = new Promise<void>((resolve) => {
    reply = () => (resolve(), answer())
  })
  const body = [{ id: 2, name: 'bamboo' }]
  const { body: task } = await service.call('POST', '/indexes/plants/documents', { body })
  await asked
  return task.taskUid
}

/** Writes to another index and searches both, while the embedder has not been asked for the last time. */
async function expectLife(): Promise<void> {
  const body = [{ id: 7, name: 'granite' }]
  const written = await service.call('POST', '/indexes/stones/documents', { body })
  expect((await service.finished(written.body.taskUid)).body.status).toBe('succeeded')
  for (const [indexUid, q] of [
    ['stones', 'granite'],
    ['plants', 'aloe'],
  ] as const) {
    const found = await service.call('POST', `/indexes/${indexUid}/search`, { body: { q } })
    expect(found.body.hits).toHaveLength(1)
  }
}

const status = async (taskUid: number) => {
  const { body } = await service.call('GET', `/tasks/${taskUid}`)
  return body.status
}

it.each<[string, Reply, string]>([
  ['429', { status: 429, body: 'slower' }, 'status 429: `slower`'],
  ['500', { status: 500, body: 'oops' }, 'status 500: `oops`'],
  ['broken JSON', { body: '{"vectors": [[1,' }, 'not JSON'],
  ['nothing at all', 'silence', 'could not reach'],
])('an embedder that answers %s holds up its own index only, and is given up', async (...row) => {
  const [, answer, message] = row
  if (answer === 'silence') timeoutMs = 20
  const before = server.received.length
  const taskUid = await beginWriting(() => answer)
  await expectLife()
  expect(await status(taskUid)).toBe('processing')
  open()
  const { body: task } = await service.finished(taskUid)
  expect(task).toMatchObject({ status: 'failed', error: { code: 'vector_embedding_error' } })
  expect(task.error.message).toContain(message)
  expect(server.received).toHaveLength(before + 11)
  const { body: batch } = await service.call('GET', `/batches/${task.batchUid}`)
  expect(batch.stats.embedderRequests).toMatchObject({ total: 11, failed: 11 })
  const { body: documents } = await service.call('GET', '/indexes/plants/documents')
  expect(documents.total).toBe(1)
})

it('an embedder that gets well in time does its work', async () => {
  const taskUid = await beginWriting(() => ({ status: 503, body: 'soon' }))
  await expectLife()
  reply = () => GOOD
  open()
  expect((await service.finished(taskUid)).body.status).toBe('succeeded')
})

it('an embedder that takes its time holds up its own index only', async () => {
  let answer!: (reply: Reply) => void
  const answered = new Promise<Reply>((resolve) => (answer = resolve))
  const taskUid = await beginWriting(() => answered)
  await expectLife()
  expect(await status(taskUid)).toBe('processing')
  const { body: running } = await service.call('GET', '/batches?statuses=processing')
  expect(running.results).toMatchObject([
    { finishedAt: null, progress: { steps: [{}, {}, { currentStep: 'embedding documents' }] } },
  ])
  answer(GOOD)
  expect((await service.finished(taskUid)).body.status).toBe('succeeded')
})

it('an embedder that makes vectors of another size fails the task at once', async () => {
  const before = server.received.length
  const taskUid = await beginWriting(() => ({ body: { vectors: [[1, 0]] } }))
  const { body: task } = await service.finished(taskUid)
  expect(task).toMatchObject({ status: 'failed', error: { code: 'vector_embedding_error' } })
  expect(server.received).toHaveLength(before + 1)
  await expectLife()
})

it('an embedder that cannot be made holds up its own index only, and can be canceled', async () => {
  const asked = new Promise<void>((resolve) => {
    reply = () => (resolve(), { status: 500, body: '' })
  })
  const auto = {
    source: 'rest',
    url: server.url,
    request: '{{text}}',
    response: { vector: '{{embedding}}' },
  }
  const body = { embedders: { auto } }
  const { body: task } = await service.call('PATCH', '/indexes/mosses/settings', { body })
  await asked
  await expectLife()
  expect(await status(task.taskUid)).toBe('processing')
  const { body: running } = await service.call('GET', '/batches?statuses=processing')
  expect(running.results[0]!.stats.embedderRequests).toMatchObject({ total: 1, failed: 1 })
  await service.call('POST', `/tasks/cancel?uids=${task.taskUid}`)
  expect((await service.finished(task.taskUid)).body.status).toBe('canceled')
  const askedCount = server.received.length
  open()
  await expectLife()
  expect(server.received).toHaveLength(askedCount)
})
