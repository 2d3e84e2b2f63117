import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DocumentNumberAllocator } from './document-number-allocator.ts'

test('the lowest free number is taken, whatever was taken and freed before', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant('allocate' as const) },
    { weight: 1, arbitrary: fc.record({ take: fc.nat({ max: 200 }) }) },
    { weight: 3, arbitrary: fc.record({ release: fc.nat() }) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const allocator = new DocumentNumberAllocator(0)
      const taken = new Set<number>()
      for (const each of steps) {
        if (each === 'allocate') {
          let lowest = 0
          while (taken.has(lowest)) lowest++
          expect(allocator.allocate()).toBe(lowest)
          taken.add(lowest)
        } else if ('take' in each) {
          allocator.take(each.take)
          taken.add(each.take)
        } else if (taken.size > 0) {
          const number = [...taken][each.release % taken.size]!
          allocator.release(number)
          taken.delete(number)
        }
      }
    }),
  )
})

test('numbers far above the capacity can be taken', () => {
  const allocator = new DocumentNumberAllocator(8)
  allocator.take(1_000_000)
  for (let number = 0; number < 2000; number++) expect(allocator.allocate()).toBe(number)
})
