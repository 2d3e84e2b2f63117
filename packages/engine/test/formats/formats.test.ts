// Indexes written by past versions still open, search and take writes.

import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openIndex } from '../../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-formats-'))
const versions = readdirSync(import.meta.dirname).filter((name) => /^v\d+$/.test(name))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(versions)('an index of layout %s', (version) => {
  it('is read and written as it was', async () => {
    const path = join(folder, version)
    cpSync(join(import.meta.dirname, version), path, { recursive: true })
    const index = await openIndex({ path })
    expect(index.documentCount).toBe(3)
    expect(index.fieldDistribution).toMatchObject({ id: 3, title: 3, rating: 1, nested: 1 })
    expect(await index.getDocument(2)).toMatchObject({ title: 'the General', rating: 8.1 })
    expect(await index.getDocument(3)).toBeNull()
    const found = await index.search('metroplis', { filter: 'year > 1926', facets: ['cast'] })
    expect(found.hits.map((hit) => hit['id'])).toEqual([1])
    expect(found.facetDistribution).toEqual({ cast: { 'Alfred Abel': 1, 'Brigitte Helm': 1 } })
    const sorted = await index.search(null, { sort: ['year:asc'] })
    expect(sorted.hits.map((hit) => hit['id'])).toEqual([4, 2, 1])
    await index.addDocuments([{ id: 5, title: 'Metropolis again', year: 2001 }])
    expect((await index.search('metropolis')).hits.map((hit) => hit['id'])).toEqual([1, 5])
    await index.close()
  })
})
