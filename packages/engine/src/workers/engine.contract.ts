// What every engine does, with threads and without.

import { expect, it } from 'vitest'
import { ConflictError, InputError } from '../errors.ts'
import type { Operation } from '../index/operations.ts'
import { SEARCH_DEFAULTS, type SearchRequest } from '../search/search-request.ts'
import { parseSettingsPatch } from '../settings/settings-patch.ts'
import type { Engine } from './engine.ts'

/** Runs the laws; `open` gives an engine over the folder, `reopen` another one after the first was closed. */
export function describeEngine(
  open: () => Promise<Engine>,
  close: (engine: Engine) => Promise<void>,
): void {
  const decoder = new TextDecoder()
  let batchUid = 0

  const apply = (engine: Engine, indexId: string, ...operations: Operation[]): Promise<unknown> =>
    engine.applyBatch(indexId, { batchUid: batchUid++, nowMs: 7, operations })
  const add = (...documents: object[]): Operation => ({
    kind: 'addDocuments',
    mode: 'replace',
    source: { kind: 'lines', lines: documents.map((document) => JSON.stringify(document)) },
    primaryKey: null,
  })
  const idsOf = async (
    engine: Engine,
    indexId: string,
    request: Partial<SearchRequest>,
  ): Promise<unknown[]> => {
    const bytes = await engine.search(indexId, { ...SEARCH_DEFAULTS, ...request })
    const { hits } = JSON.parse(decoder.decode(bytes)) as { hits: { id: unknown }[] }
    return hits.map((hit) => hit.id)
  }
  const withIndex = async (
    use: (engine: Engine, indexId: string) => Promise<void>,
  ): Promise<void> => {
    const engine = await open()
    try {
      const indexId = `i${batchUid}`
      await engine.createIndex(indexId, { primaryKey: 'id', nowMs: 3, batchUid: batchUid++ })
      await use(engine, indexId)
    } finally {
      await close(engine)
    }
  }

  it('finds a document as soon as its batch is applied', () =>
    withIndex(async (engine, indexId) => {
      for (let id = 0; id < 20; id++) {
        await apply(engine, indexId, add({ id, title: `whale number${id}` }))
        expect(await idsOf(engine, indexId, { q: `number${id}` })).toContain(id)
      }
      expect(engine.describe(indexId).documentCount).toBe(20)
    }))

  it('answers searches while batches are applied', () =>
    withIndex(async (engine, indexId) => {
      await apply(engine, indexId, add({ id: 0, title: 'whale' }))
      let isDone = false
      const writing = (async () => {
        for (let id = 1; id < 40; id++) await apply(engine, indexId, add({ id, title: 'whale' }))
        isDone = true
      })()
      let seen = 1
      while (!isDone) {
        const ids = await idsOf(engine, indexId, { q: 'whale', limit: 100 })
        expect(ids.length).toBeGreaterThanOrEqual(seen)
        seen = ids.length
        // searches on the calling thread never wait: the files of the batch need their turn
        await new Promise((resolve) => setImmediate(resolve))
      }
      await writing
      expect(await idsOf(engine, indexId, { q: 'whale', limit: 100 })).toHaveLength(40)
    }))

  it('tells what is wrong with a request, with its code', () =>
    withIndex(async (engine, indexId) => {
      await apply(engine, indexId, add({ id: 1, size: 2 }))
      const refused = engine.search(indexId, { ...SEARCH_DEFAULTS, filter: 'size > 1' })
      await expect(refused).rejects.toBeInstanceOf(InputError)
      await expect(refused).rejects.toMatchObject({ code: 'invalid_search_filter' })
    }))

  it('applies nothing of a batch that is aborted or repeated', () =>
    withIndex(async (engine, indexId) => {
      await apply(engine, indexId, add({ id: 1 }))
      const { generation, lastBatchUid } = engine.describe(indexId)
      const batch = { batchUid: batchUid++, nowMs: 7, operations: [add({ id: 2 })] }
      const signal = AbortSignal.abort()
      await expect(engine.applyBatch(indexId, batch, { signal })).rejects.toThrow()
      const again = engine.applyBatch(indexId, { ...batch, batchUid: lastBatchUid })
      await expect(again).rejects.toBeInstanceOf(ConflictError)
      expect(engine.describe(indexId).generation).toBe(generation)
    }))

  it('changes settings and sees them in the next search', () =>
    withIndex(async (engine, indexId) => {
      await apply(engine, indexId, add({ id: 1, size: 2 }, { id: 2, size: 1 }))
      const settings = parseSettingsPatch({ sortableAttributes: ['size'] })
      await apply(engine, indexId, { kind: 'updateSettings', settings })
      expect(await idsOf(engine, indexId, { sort: ['size:asc'] })).toEqual([2, 1])
      expect(engine.describe(indexId).settings.sortableAttributes).toEqual(['size'])
    }))

  it('forgets an index that is deleted', () =>
    withIndex(async (engine, indexId) => {
      await apply(engine, indexId, add({ id: 1 }))
      await engine.deleteIndex(indexId)
      expect(await engine.listIndexes()).not.toContain(indexId)
      await expect(engine.search(indexId, SEARCH_DEFAULTS)).rejects.toThrow()
    }))
}
