import { expect, it } from 'vitest'

import { DocSet } from '../bits/doc-set.ts'
import { CorruptIndexError } from '../errors.ts'
import { VectorPart } from './vector-part.ts'
import { writeVectorPart } from './write-vector-part.ts'

const three = {
  dimensions: 2,
  docIds: Uint32Array.of(1, 4, 4, 6),
  slots: Uint8Array.of(0, 0, 7, 2),
  values: Float32Array.of(1, 3, 1, 2, -5, -5, 2, 3),
}

const open = (binaryQuantized = false): VectorPart =>
  VectorPart.open(writeVectorPart(three, { binaryQuantized }))

it('gives vectors back as they were given', () => {
  const part = open()
  expect(part.rowsOf(4)).toEqual({ from: 1, to: 3 })
  expect(part.rowsOf(5)).toEqual({ from: 3, to: 3 })
  expect([part.slotAt(2), part.docAt(2)]).toEqual([7, 4])
  expect(part.vectorAt(2)).toEqual(Float32Array.of(-5, -5))
})

it('ranks documents by their best vector', () => {
  const { docIds, similarities } = open().nearest(Float32Array.of(1, 1), 10, undefined)
  expect([...docIds]).toEqual([6, 4, 1])
  expect(similarities).toEqual(
    Float32Array.of(0.990290343761444, 0.974341630935669, 0.9472135901451112),
  )
})

it('looks at candidates only', () => {
  const some = DocSet.fromSorted(Uint32Array.of(1, 2, 4, 900))
  expect([...open().nearest(Float32Array.of(1, 1), 1, some).docIds]).toEqual([4])
  expect([...open().nearest(Float32Array.of(1, 1), 9, DocSet.EMPTY).docIds]).toEqual([])
})

it('keeps one bit per number when quantized, and compares those of the query', () => {
  const part = open(true)
  expect(part.vectorAt(0)).toEqual(Float32Array.of(1, 1))
  expect(part.vectorAt(2)).toEqual(Float32Array.of(0, 0))
  const { docIds, similarities } = part.nearest(Float32Array.of(-1, 0.5), 10, undefined)
  expect([...docIds]).toEqual([1, 4, 6])
  expect([...similarities]).toEqual([0.984375, 0.984375, 0.984375])
})

it('breaks ties by doc id', () => {
  const docIds = Uint32Array.from({ length: 40 }, (_, i) => i)
  const same = {
    dimensions: 1,
    docIds,
    slots: new Uint8Array(40),
    values: new Float32Array(40).fill(2),
  }
  const part = VectorPart.open(writeVectorPart(same, { binaryQuantized: false }))
  expect([...part.nearest(Float32Array.of(1), 3, undefined).docIds]).toEqual([0, 1, 2])
})

it('opens bytes that lie anywhere', () => {
  const bytes = writeVectorPart(three, { binaryQuantized: false })
  for (const offset of [1, 4]) {
    const moved = new Uint8Array(bytes.length + offset)
    moved.set(bytes, offset)
    const part = VectorPart.open(moved.subarray(offset))
    expect([...part.nearest(Float32Array.of(1, 1), 1, undefined).docIds]).toEqual([6])
  }
})

it('has no rows at all in an empty part', () => {
  const none = {
    dimensions: 3,
    docIds: new Uint32Array(0),
    slots: new Uint8Array(0),
    values: new Float32Array(0),
  }
  const part = VectorPart.open(writeVectorPart(none, { binaryQuantized: false }))
  expect(part.count).toBe(0)
  expect([...part.nearest(Float32Array.of(1, 2, 3), 5, undefined).docIds]).toEqual([])
})

it('refuses bytes of something else', () => {
  const bytes = writeVectorPart(three, { binaryQuantized: false })
  expect(() => VectorPart.open(bytes.subarray(0, bytes.length - 1))).toThrow(CorruptIndexError)
  expect(() => VectorPart.open(new Uint8Array(100))).toThrow(CorruptIndexError)
  expect(() => VectorPart.open(new Uint8Array(3))).toThrow(CorruptIndexError)
})

it('stops when told to, with what it has', () => {
  const count = 20_000
  const many = {
    dimensions: 1,
    docIds: Uint32Array.from({ length: count }, (_, i) => i),
    slots: new Uint8Array(count),
    values: Float32Array.from({ length: count }, (_, i) => (i === count - 1 ? 1 : -1)),
  }
  const part = VectorPart.open(writeVectorPart(many, { binaryQuantized: false }))
  const query = Float32Array.of(1)
  expect(part.nearest(query, 1, undefined).docIds[0]).toBe(count - 1)
  let looks = 0
  const stopped = part.nearest(query, 1, undefined, () => ++looks > 1)
  expect(stopped.docIds[0]).toBe(0)
  expect(looks).toBe(2)
})
