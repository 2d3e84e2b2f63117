import { expect, it } from 'vitest'

import { DocSet } from '../bits/doc-set.ts'
import type { VectorSource } from './build-graph.ts'
import { NO_ROW } from './layered-links.ts'
import { VectorPart } from './vector-part.ts'
import type { VectorRows } from './vector-rows.ts'
import { vectorPartSteps, writeVectorPart } from './write-vector-part.ts'

const DIMENSIONS = 16
/** Enough for a walk to be worth it even when only half of the documents pass a filter. */
const COUNT = 7000
const FEW = 2000
const GRAPH = { binaryQuantized: false, graphBytesMin: 0 }

/** Numbers from 0 up to 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Vectors around 60 centres. */
function clustered(count: number, seed = 7): Float32Array {
  const random = seeded(seed)
  const around = (): number => random() + random() + random() - 1.5
  const centres = Float32Array.from({ length: 60 * DIMENSIONS }, around)
  const values = new Float32Array(count * DIMENSIONS)
  for (let row = 0; row < count; row++) {
    const centre = Math.floor(random() * 60) * DIMENSIONS
    for (let i = 0; i < DIMENSIONS; i++) {
      values[row * DIMENSIONS + i] = centres[centre + i]! + 0.7 * around()
    }
  }
  return values
}

function oneRowEach(values: Float32Array): VectorRows {
  const count = values.length / DIMENSIONS
  const docIds = Uint32Array.from({ length: count }, (_, i) => i)
  return { dimensions: DIMENSIONS, docIds, slots: new Uint8Array(count), values }
}

const values = clustered(COUNT)
const fewValues = values.subarray(0, FEW * DIMENSIONS)
const fewRows = oneRowEach(fewValues)
const rows = oneRowEach(values)
const part = VectorPart.open(writeVectorPart(rows, GRAPH))
const exact = VectorPart.open(writeVectorPart(rows, { binaryQuantized: false }))
const queries = clustered(40, 11)
const queryAt = (i: number): Float32Array => queries.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS)

/** The share of the ten nearest that a part finds. */
function recall(found: VectorPart, truth: VectorPart, candidates?: DocSet): number {
  let hits = 0
  let total = 0
  for (let i = 0; i < 40; i++) {
    const wanted = truth.nearest(queryAt(i), 10, candidates).docIds
    const given = new Set(found.nearest(queryAt(i), 10, candidates).docIds)
    hits += wanted.filter((doc) => given.has(doc)).length
    total += wanted.length
  }
  return hits / total
}

it('has a graph only in a large part', () => {
  expect(part.graph).toBeDefined()
  expect(exact.graph).toBeUndefined()
})

it('finds nearly all of the nearest, with the similarities of a scan', () => {
  expect(recall(part, exact)).toBeGreaterThan(0.97)
  const [first] = part.nearest(queryAt(0), 1, undefined).similarities
  expect(first).toBe(exact.nearest(queryAt(0), 1, undefined).similarities[0])
})

it.each([2, 5, 50, 1000])('loses nothing when one document in %d passes the filter', (every) => {
  const some = DocSet.fromSorted(rows.docIds.filter((doc) => doc % every === 0))
  expect(recall(part, exact, some)).toBeGreaterThan(0.97)
})

it('finds candidates that all lie far from the query', () => {
  const query = queryAt(3)
  const far = exact.nearest(query, COUNT, undefined).docIds.slice(COUNT / 2)
  const some = DocSet.fromSorted(far.slice().sort())
  const { docIds } = part.nearest(query, 10, some)
  expect([...docIds]).toEqual([...far.slice(0, 10)])
})

it('is the same for the same rows', () => {
  const [one, other] = [writeVectorPart(fewRows, GRAPH), writeVectorPart(fewRows, GRAPH)]
  expect(Buffer.compare(one, other)).toBe(0)
})

it('leads to every row', () => {
  // twins by the hundred: choosing links by their direction alone would cut them off
  const twins = values.map((_, i) => values[i % (20 * DIMENSIONS)]!).subarray(0, FEW * DIMENSIONS)
  const { graph } = VectorPart.open(writeVectorPart(oneRowEach(twins), GRAPH))
  const { ground, groundStride, rowCount } = graph!.links
  const reached = new Set([graph!.entryRow])
  for (const row of reached) {
    const list = ground.subarray(row * groundStride, (row + 1) * groundStride)
    for (const other of list) if (other !== NO_ROW) reached.add(other)
  }
  expect(reached.size).toBe(rowCount)
})

it('ranks documents with several vectors by the best of them', () => {
  const docIds = Uint32Array.from({ length: FEW }, (_, row) => Math.floor(row / 3) * 2)
  const slots = Uint8Array.from({ length: FEW }, (_, row) => row % 3)
  const several = { ...fewRows, docIds, slots }
  const withGraph = VectorPart.open(writeVectorPart(several, GRAPH))
  const without = VectorPart.open(writeVectorPart(several, { binaryQuantized: false }))
  expect(recall(withGraph, without)).toBeGreaterThan(0.97)
  const some = DocSet.fromSorted(docIds.filter((doc, row) => row % 3 === 0 && doc % 4 === 0))
  expect(recall(withGraph, without, some)).toBeGreaterThan(0.97)
})

it('serves bits as well', () => {
  const withGraph = VectorPart.open(
    writeVectorPart(fewRows, { binaryQuantized: true, graphBytesMin: 0 }),
  )
  const without = VectorPart.open(writeVectorPart(fewRows, { binaryQuantized: true }))
  expect(withGraph.graph).toBeDefined()
  // many rows are equally near, so similarities are compared instead of documents
  for (let i = 0; i < 10; i++) {
    const wanted = without.nearest(queryAt(i), 10, undefined).similarities
    const given = withGraph.nearest(queryAt(i), 10, undefined).similarities
    expect([...given]).toEqual([...wanted])
  }
})

it('never overlooks zero vectors, which are near to everything', () => {
  const some = fewValues.slice()
  some.fill(0, 17 * DIMENSIONS, 18 * DIMENSIONS)
  const withZero = VectorPart.open(writeVectorPart(oneRowEach(some), GRAPH))
  expect(withZero.graph).toBeDefined()
  const { docIds, similarities } = withZero.nearest(queryAt(0), 1, undefined)
  expect([docIds[0], similarities[0]]).toEqual([17, 1])
  const others = DocSet.fromSorted(fewRows.docIds.filter((doc) => doc !== 17))
  expect(withZero.nearest(queryAt(0), 1, others).docIds[0]).not.toBe(17)
  const zero = withZero.nearest(new Float32Array(DIMENSIONS), 3, undefined)
  expect([...zero.docIds]).toEqual([0, 1, 2])
})

it('has no graph when most rows are zero', () => {
  const mostly = fewValues.slice().fill(0, 0, (FEW / 2) * DIMENSIONS)
  expect(VectorPart.open(writeVectorPart(oneRowEach(mostly), GRAPH)).graph).toBeUndefined()
})

it('is taken over by a merge, without the rows that are gone', () => {
  const kept = fewRows.docIds.filter((doc) => doc % 10 !== 3)
  const merged = new Float32Array((kept.length + 500) * DIMENSIONS)
  const docMap = new Int32Array(FEW).fill(-1)
  for (const [i, doc] of kept.entries()) {
    docMap[doc] = i
    merged.set(values.subarray(doc * DIMENSIONS, (doc + 1) * DIMENSIONS), i * DIMENSIONS)
  }
  merged.set(values.subarray(FEW * DIMENSIONS, (FEW + 500) * DIMENSIONS), kept.length * DIMENSIONS)
  const mergedRows = oneRowEach(merged)
  const truth = VectorPart.open(writeVectorPart(mergedRows, { binaryQuantized: false }))
  const stepCount = (from: readonly VectorSource[]): number =>
    [...vectorPartSteps(mergedRows, GRAPH, from)].length
  const sources = [{ part: VectorPart.open(writeVectorPart(fewRows, GRAPH)), docMap }]
  const taken = VectorPart.open(writeVectorPart(mergedRows, GRAPH, sources))
  expect(recall(taken, truth)).toBeGreaterThan(0.97)
  expect(taken.graph).toBeDefined()
  expect(stepCount(sources)).toBeLessThan(stepCount([]) / 2)
})

it('is left out when the writer is stopped', () => {
  let looks = 0
  const stopped = writeVectorPart(fewRows, { ...GRAPH, shouldStop: () => ++looks > 3 })
  expect(looks).toBe(4)
  const open = VectorPart.open(stopped)
  expect(open.graph).toBeUndefined()
  expect(open.count).toBe(FEW)
})
