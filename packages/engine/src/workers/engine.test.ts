import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createEngine } from './create-engine.ts'
import { describeEngine } from './engine.contract.ts'
import { openIndex } from './open-index.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-engine-'))
const now = (): number => performance.now()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('an engine in memory', () => {
  describeEngine(
    () => createEngine({ path: null, searchWorkerCount: 0, now }),
    (engine) => engine.close(),
  )
})

describe('an engine on the calling thread', () => {
  const path = join(folder, 'inline')
  describeEngine(
    () => createEngine({ path, searchWorkerCount: 0, now }),
    (engine) => engine.close(),
  )
})

describe('an engine with an indexing worker and two search workers', () => {
  const path = join(folder, 'threads')
  describeEngine(
    () => createEngine({ path, searchWorkerCount: 2, now }),
    (engine) => engine.close(),
  )
})

describe('an index of the library', () => {
  it.each([0, 1])(
    'is there again when it is opened again, with %i search workers',
    async (count) => {
      const options = { path: join(folder, `library${count}`), searchWorkerCount: count }
      const first = await openIndex({ ...options, settings: { searchableAttributes: ['title'] } })
      await first.addDocuments([{ id: 1, title: 'Metropolis' }])
      await first.close()
      const second = await openIndex(options)
      expect(await second.getDocument(1)).toEqual({ id: 1, title: 'Metropolis' })
      expect((await second.search('metroplis')).hits).toEqual([{ id: 1, title: 'Metropolis' }])
      expect(second.settings['searchableAttributes']).toEqual(['title'])
      await second.close()
    },
  )
})
