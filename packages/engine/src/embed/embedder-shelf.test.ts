import { expect, it } from 'vitest'

import { testContext } from '../../test/embedding-server.ts'
import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'
import { EmbedderShelf } from './embedder-shelf.ts'
import { OutboundFailure } from './outbound.ts'

const settings: EmbedderSettings = {
  source: 'rest',
  url: 'http://embedder.test/',
  request: '{{text}}',
  response: '{{embedding}}',
}

const shelfThatAnswers = (...statuses: number[]) => {
  const asked: string[] = []
  const context = testContext({
    outbound: ({ body }) => {
      asked.push(body)
      return Promise.resolve({ status: statuses.shift() ?? 200, body: '[1, 2]' })
    },
  })
  return { shelf: new EmbedderShelf(context), asked }
}

it('an embedder is made once for the same settings', async () => {
  const { shelf, asked } = shelfThatAnswers()
  const [first, second] = await Promise.all([shelf.get('e', settings), shelf.get('e', settings)])
  expect(first).toBe(second)
  expect(asked).toHaveLength(1)
  expect(await shelf.get('e', { ...settings, apiKey: 'k' })).not.toBe(first)
})

it('one that could not be made is tried again', async () => {
  const { shelf, asked } = shelfThatAnswers(400)
  await expect(shelf.get('e', settings)).rejects.toThrow('status 400')
  expect((await shelf.get('e', settings)).dimensions).toBe(2)
  expect(asked).toHaveLength(2)
})

it('nothing is asked when the dimensions are known', async () => {
  const { shelf, asked } = shelfThatAnswers()
  const composite: EmbedderSettings = {
    source: 'composite',
    searchEmbedder: settings,
    indexingEmbedder: settings,
  }
  expect((await shelf.get('e', settings, { dimensions: 2 })).dimensions).toBe(2)
  expect((await shelf.get('e', composite, { dimensions: 2 })).dimensions).toBe(2)
  expect(asked).toEqual([])
})

it('one that nobody wants any more is not made, and can be made later', async () => {
  const asked: (AbortSignal | undefined)[] = []
  let isSilent = true
  const context = testContext({
    outbound: ({ signal }) => {
      asked.push(signal)
      if (!isSilent) return Promise.resolve({ status: 200, body: '[1, 2]' })
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new OutboundFailure('aborted')))
      })
    },
  })
  const shelf = new EmbedderShelf(context)
  const [first, second] = [new AbortController(), new AbortController()]
  const making = [first, second].map(({ signal }) => shelf.get('e', settings, { signal }))
  const ended = Promise.allSettled(making)
  first.abort()
  expect(asked.map((signal) => signal?.aborted)).toEqual([false])
  second.abort()
  expect(asked.map((signal) => signal?.aborted)).toEqual([true])
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isSilent = false
  const abort = new AbortController()
  const made = await shelf.get('e', settings, { signal: abort.signal })
  // what is made is kept
  abort.abort()
  expect(await shelf.get('e', settings)).toBe(made)
})

it('tells who asks first of every try', async () => {
  const { shelf } = shelfThatAnswers(500, 200)
  const told: (string | null)[] = []
  await shelf.get('e', settings, { onRequest: (problem) => told.push(problem) })
  expect(told).toEqual([expect.stringContaining('status 500'), null])
})
