import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openIndex, type Outbound, OutboundFailure } from '../src/index.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-embedders-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Answers by itself what an embedding server would: the first two letters as numbers. */
const callNobody =
  (asked: string[]): Outbound =>
  async ({ body }) => {
    const { input } = JSON.parse(body) as { input: string[] }
    asked.push(...input)
    if (input.includes('unreachable')) throw new OutboundFailure('no way', { isRefused: true })
    const data = input.map((text) => ({
      embedding: [text.charCodeAt(0) - 96, text.charCodeAt(1) - 96],
    }))
    return { status: 200, body: JSON.stringify({ data }) }
  }

const settings = {
  embedders: { auto: { source: 'openAi', dimensions: 2, documentTemplate: '{{doc.name}}' } },
}
const documents = [
  { id: 1, name: 'aloe' },
  { id: 2, name: 'bamboo' },
]

// a path and search workers mean threads: calls cross over to this one
describe.each([0, 1])('an index with %i search workers', (searchWorkerCount) => {
  const open = (asked: string[]) =>
    openIndex({ path: folder, searchWorkerCount, settings, outbound: callNobody(asked) })

  it('embeds documents and queries through the function it is given', async () => {
    const asked: string[] = []
    const index = await open(asked)
    try {
      await index.addDocuments(documents)
      expect(asked).toEqual(['aloe', 'bamboo'])
      const hybrid = { embedder: 'auto', semanticRatio: 1 }
      const { hits } = await index.search('baboon', { hybrid })
      expect(hits.map(({ id }) => id)).toEqual([2, 1])
      expect(asked.slice(2)).toEqual(['baboon'])
    } finally {
      await index.close()
    }
  })

  it('fails a write that cannot be embedded', async () => {
    const index = await open([])
    try {
      await expect(index.addDocuments([{ id: 1, name: 'unreachable' }])).rejects.toMatchObject({
        code: 'vector_embedding_error',
        message: expect.stringContaining('no way'),
      })
      expect(index.documentCount).toBe(0)
    } finally {
      await index.close()
    }
  })
})

it('without such a function only vectors that documents bring can be used', async () => {
  const index = await openIndex({ settings })
  await expect(index.addDocuments(documents)).rejects.toThrow('no way to call other servers')
  await index.addDocuments([{ ...documents[0], _vectors: { auto: [1, 0] } }])
  expect(index.documentCount).toBe(1)
  await index.close()
})
