// The same ranking whether documents lie in one plain list or in segments with deletions between them.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankDocuments } from '../../src/search/rank-documents.ts'
import type { Settings } from '../../src/settings/settings-table.ts'
import { PLAIN_RANKING } from '../plain-ranking.ts'
import { type Document, NaiveSearcher } from './naive-searcher.ts'
import { type DocumentBatch, writeBatches } from './write-batches.ts'

const WORDS = [
  ...['moon', 'stone', 'moonstone', 'moons', 'stonne', 'winter', 'wintr', 'marvelous', 'marvelos'],
  ...['sun', 'flower', 'sunflower', 'flow', 'a', 'b', 'ab', '12', 'harbour', 'harbor'],
]
const word = fc.constantFrom(...WORDS)
const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
const document = fc.record({ id: fc.nat(12), title: text, body: text })

/** One batch: documents to add or replace, then ids to delete. */
const batch = fc.record({
  added: fc.array(document, { minLength: 1, maxLength: 5 }),
  deleted: fc.array(fc.nat(12), { maxLength: 2 }),
})
const settings: fc.Arbitrary<Partial<Settings>> = fc.record({
  searchableAttributes: fc.constantFrom(['*'], ['title', 'body']),
  stopWords: fc.constantFrom([], ['a']),
})
const query = fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom('', ' '))

test('segments and a plain list rank alike', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(batch, { minLength: 1, maxLength: 5 }),
      settings,
      fc.array(query, { minLength: 1, maxLength: 4 }),
      async (batches, changes, queries) => {
        const { writer } = await writeBatches(batches, changes)
        const real = writer.searcher()
        const naive = naively(batches, changes)
        for (const [words, end] of queries) {
          const q = words.join(' ') + end
          for (const wantsScores of [true, false]) {
            const options = { ...PLAIN_RANKING, q, wantsScores, limit: wantsScores ? 100 : 2 }
            const found = rankDocuments(real, options, real.live)
            const expected = rankDocuments(naive, options, naive.live)
            expect(found.slots.map((slot) => idOf(real.documentBytes(slot)))).toEqual(
              expected.slots.map((slot) => idOf(naive.documentBytes(slot))),
            )
            expect(found.scores).toEqual(expected.scores)
            expect(found.candidates.size).toBe(expected.candidates.size)
            expect(found.matchWords()).toEqual(expected.matchWords())
          }
        }
      },
    ),
    { numRuns: 80 },
  )
})

/** Documents by number: new ones take the lowest free number, replaced ones keep theirs. */
function naively(batches: readonly DocumentBatch[], changes: Partial<Settings>): NaiveSearcher {
  const documents: (Document | null)[] = []
  const numberOf = (id: unknown): number =>
    documents.findIndex((each) => each !== null && each['id'] === id)
  for (const { added, deleted } of batches) {
    for (const each of added) {
      const known = numberOf(each['id'])
      const free = documents.indexOf(null)
      documents[known >= 0 ? known : free >= 0 ? free : documents.length] = each
    }
    for (const id of deleted) if (numberOf(id) >= 0) documents[numberOf(id)] = null
  }
  return new NaiveSearcher(documents, changes)
}

function idOf(bytes: Uint8Array): unknown {
  return (JSON.parse(new TextDecoder().decode(bytes)) as Document)['id']
}
