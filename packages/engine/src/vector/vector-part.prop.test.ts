import fc from 'fast-check'
import { expect, it } from 'vitest'

import { DocSet } from '../bits/doc-set.ts'
import { similarity } from './similarity.ts'
import { VectorPart } from './vector-part.ts'
import type { VectorRows } from './vector-rows.ts'
import { writeVectorPart } from './write-vector-part.ts'

// few distinct numbers, so that there are ties, zero vectors and opposites
const number = fc.constantFrom(0, 1, -1, 0.5, -2, 3)

const cases = fc.integer({ min: 1, max: 70 }).chain((dimensions) => {
  const vector = fc.array(number, { minLength: dimensions, maxLength: dimensions })
  const documents = fc.array(fc.array(vector, { maxLength: 3 }), { maxLength: 30 })
  return fc.record({
    dimensions: fc.constant(dimensions),
    documents,
    query: vector,
    limit: fc.nat({ max: 40 }),
    binaryQuantized: fc.boolean(),
    candidates: fc.option(fc.uniqueArray(fc.nat({ max: 35 }))),
  })
})

it('finds what comparing every vector one by one finds', () => {
  fc.assert(
    fc.property(cases, ({ dimensions, documents, query, limit, binaryQuantized, candidates }) => {
      const part = VectorPart.open(
        writeVectorPart(rowsOf(dimensions, documents), { binaryQuantized }),
      )
      const compare = binaryQuantized ? naiveBitSimilarity : naiveSimilarity
      const expected = documents
        .map((vectors, doc) => ({
          doc,
          best: Math.max(...vectors.map((vector) => compare(vector, query))),
        }))
        .filter(({ doc, best }) => best !== -Infinity && (candidates?.includes(doc) ?? true))
        .sort((a, b) => b.best - a.best || a.doc - b.doc)
        .slice(0, limit)
      const set =
        candidates === null ? undefined : DocSet.fromSorted(Uint32Array.from(candidates).sort())
      const found = part.nearest(Float32Array.from(query), limit, set)
      expect([...found.docIds]).toEqual(expected.map(({ doc }) => doc))
      expect([...found.similarities]).toEqual(expected.map(({ best }) => best))
    }),
  )
})

function naiveSimilarity(a: readonly number[], b: readonly number[]): number {
  return similarity(Float32Array.from(a), Float32Array.from(b))
}

function naiveBitSimilarity(a: readonly number[], b: readonly number[]): number {
  const differing = a.filter((n, i) => n > 0 !== b[i]! > 0).length
  return Math.fround(1 - Math.fround(differing / (Math.ceil(a.length / 64) * 64)))
}

function rowsOf(dimensions: number, documents: readonly (readonly number[])[][]): VectorRows {
  const rows = documents.flatMap((vectors, doc) =>
    vectors.map((vector, slot) => ({ doc, slot, vector })),
  )
  return {
    dimensions,
    docIds: Uint32Array.from(rows, ({ doc }) => doc),
    slots: Uint8Array.from(rows, ({ slot }) => slot),
    values: Float32Array.from(rows.flatMap(({ vector }) => vector)),
  }
}
