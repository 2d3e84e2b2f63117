import { MessageChannel } from 'node:worker_threads'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { OutboundFailure, type OutboundRequest } from '../embed/outbound.ts'
import { type EmbeddingServices, embeddingOver, serveEmbedding } from './embedding-port.ts'

let channel: MessageChannel
beforeEach(() => {
  channel = new MessageChannel()
})
afterEach(() => channel.port1.close())

const across = (services: EmbeddingServices) => {
  serveEmbedding(channel.port1, services)
  const far = embeddingOver(channel.port2)
  // a thread has other things that keep it alive; a test has not
  channel.port2.ref()
  return far
}

const request: OutboundRequest = {
  url: 'http://embedder.test/',
  method: 'POST',
  headers: { a: 'b' },
  body: '1',
  timeoutMs: 5,
}

it('calls and their answers cross over, each to its own', async () => {
  const far = across({
    outbound: ({ url, method, headers, body, timeoutMs }) =>
      Promise.resolve({
        status: 200,
        body: JSON.stringify({ url, method, headers, body, timeoutMs }),
      }),
  })
  const [one, two] = await Promise.all([
    far.outbound(request),
    far.outbound({ ...request, body: '2' }),
  ])
  expect(JSON.parse(one.body)).toEqual(request)
  expect(JSON.parse(two.body)).toEqual({ ...request, body: '2' })
})

it('failures cross over as what they are', async () => {
  const far = across({
    outbound: () => Promise.reject(new OutboundFailure('closed', { isRefused: true })),
  })
  const failure = await far.outbound(request).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(OutboundFailure)
  expect(failure).toMatchObject({ message: 'closed', isRefused: true })
})

it('an abort crosses over', async () => {
  const controller = new AbortController()
  const far = across({
    outbound: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new OutboundFailure('aborted')))
        controller.abort()
      }),
  })
  await expect(far.outbound({ ...request, signal: controller.signal })).rejects.toThrow('aborted')
})

it('models are opened and run on the other side', async () => {
  const far = across({
    outbound: () => Promise.reject(new Error('not called')),
    localModels: {
      open: ({ model }) =>
        Promise.resolve({
          embed: (texts) =>
            Promise.resolve(texts.map((text) => new Float32Array([model.length, text.length]))),
        }),
    },
  })
  const [small, large] = await Promise.all(
    ['m', 'mm'].map((model) =>
      far.localModels.open({ model, revision: undefined, pooling: 'useModel' }),
    ),
  )
  expect(await small?.embed(['abc'])).toEqual([new Float32Array([1, 3])])
  expect(await large?.embed(['a', 'ab'])).toEqual([
    new Float32Array([2, 1]),
    new Float32Array([2, 2]),
  ])
})

it('says when there are no models', async () => {
  const far = across({ outbound: () => Promise.reject(new Error('not called')) })
  const opening = far.localModels.open({ model: 'm', revision: undefined, pooling: 'useModel' })
  await expect(opening).rejects.toThrow('models cannot be run on this machine')
})
