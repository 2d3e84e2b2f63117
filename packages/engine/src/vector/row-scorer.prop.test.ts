import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { RowKind } from './kernel-module.ts'
import { createRowScorer, PlainScorer } from './row-scorer.ts'

const number = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e3, max: 1e3 })

/** Bytes of the rows and of a query, by kind. */
const cases = fc
  .record({
    kind: fc.constantFrom<RowKind>('floats', 'codes', 'bits'),
    stride: fc.integer({ min: 1, max: 40 }).map((n) => 16 * n),
    count: fc.integer({ min: 1, max: 9 }),
  })
  .chain(({ kind, stride, count }) => {
    const floats = (length: number): fc.Arbitrary<Uint8Array> =>
      fc
        .array(number, { minLength: length / 4, maxLength: length / 4 })
        .map((numbers) => new Uint8Array(Float32Array.from(numbers).buffer))
    const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
      fc.uint8Array({ minLength: length, maxLength: length })
    const codes = fc
      .int8Array({ minLength: stride, maxLength: stride })
      .map((numbers) => new Uint8Array(Int16Array.from(numbers).buffer))
    return fc.record({
      kind: fc.constant(kind),
      stride: fc.constant(stride),
      count: fc.constant(count),
      rows: kind === 'floats' ? floats(stride * count) : bytes(stride * count),
      query: kind === 'floats' ? floats(stride) : kind === 'bits' ? bytes(stride) : codes,
      picked: fc.array(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: 12 }),
    })
  })

it('gives the same bits with the kernel and without', () => {
  fc.assert(
    fc.property(cases, ({ kind, stride, count, rows, query, picked }) => {
      const block = { kind, stride, bytes: rows }
      const kernel = createRowScorer(block)
      const plain = new PlainScorer(block)
      expect(kernel).not.toBeInstanceOf(PlainScorer)
      kernel.setQuery(query)
      plain.setQuery(query)
      const range = [...kernel.scoreRange(0, count).subarray(0, count)]
      expect(range).toEqual([...plain.scoreRange(0, count).subarray(0, count)])
      const ids = Uint32Array.from(picked)
      const some = [...kernel.scoreRows(ids, ids.length).subarray(0, ids.length)]
      expect(some).toEqual(picked.map((row) => range[row]))
    }),
  )
})
