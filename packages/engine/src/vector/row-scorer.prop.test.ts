import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { RowKind } from './kernel-module.ts'
import { allocateKernelMemory } from './kernel.ts'
import { createRowScorer, PlainScorer } from './row-scorer.ts'
import type { RowBlock, RowScorer } from './row-scorer.ts'

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
    return fc.record({
      kind: fc.constant(kind),
      stride: fc.constant(stride),
      count: fc.constant(count),
      rows: kind === 'floats' ? floats(stride * count) : bytes(stride * count),
      query: kind === 'floats' ? floats(stride) : bytes(stride),
      picked: fc.array(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: 12 }),
    })
  })

it('gives the same bits in memory of the kernel, in its window and without it', () => {
  fc.assert(
    fc.property(cases, ({ kind, stride, count, rows, query, picked }) => {
      const block = { kind, stride, bytes: rows }
      const plain = new PlainScorer(block)
      const range = scoresOf(plain, query, count)
      for (const scorer of [createRowScorer(block), scorerInMemory(block)]) {
        expect(scorer).not.toBeInstanceOf(PlainScorer)
        expect(scoresOf(scorer, query, count)).toEqual(range)
        scorer.rows.set(picked)
        const some = [...scorer.scoreRows(picked.length).subarray(0, picked.length)]
        expect(some).toEqual(picked.map((row) => range[row]))
        scorer.setQueryRow(count - 1)
        plain.setQueryRow(count - 1)
        expect(scorer.scoreRange(0, 1)[0]).toBe(plain.scoreRange(0, 1)[0])
      }
    }),
  )
})

function scoresOf(scorer: RowScorer, query: Uint8Array, count: number): number[] {
  scorer.setQuery(query)
  return [...scorer.scoreRange(0, count).subarray(0, count)]
}

function scorerInMemory(block: RowBlock): RowScorer {
  const memory = allocateKernelMemory(block.bytes.length)!
  const bytes = new Uint8Array(memory.buffer, 0, block.bytes.length)
  bytes.set(block.bytes)
  return createRowScorer({ ...block, bytes }, memory)
}
