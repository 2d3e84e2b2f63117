import { expect, it } from 'vitest'

import { testContext } from '../../test/embedding-server.ts'
import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'
import { EmbedderShelf } from './embedder-shelf.ts'

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
  expect((await shelf.get('e', settings, 2)).dimensions).toBe(2)
  expect((await shelf.get('e', composite, 2)).dimensions).toBe(2)
  expect(asked).toEqual([])
})
