import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMemoryStorage } from './memory-storage.ts'
import { countUids, eachUid, hasUid, toUidRanges } from './uid-ranges.ts'
import { UidSetWriter, UidSets, countBits, wordsOfRanges } from './uid-sets.ts'

const uid = fc.oneof(fc.nat(20_000), fc.integer({ min: 2 ** 32 - 9_000, max: 2 ** 32 - 1 }))
const sorted = (uids: Iterable<number>): number[] => [...new Set(uids)].toSorted((a, b) => a - b)

test('sets hold what was added and not removed, through any number of transactions', async () => {
  const change = fc.record({
    set: fc.constantFrom('a', 'b'),
    uids: fc.array(uid, { maxLength: 600 }),
    isRemoval: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
      const storage = openMemoryStorage()
      const { chunks } = storage
      const model = { a: new Set<number>(), b: new Set<number>() }
      for (const { set, uids, isRemoval } of changes) {
        await storage.transaction(() => {
          const writer = new UidSetWriter(chunks)
          for (const member of uids) {
            if (isRemoval) writer.remove(set, member)
            else writer.add(set, member)
            model[set][isRemoval ? 'delete' : 'add'](member)
          }
          writer.flush()
        })
      }
      const sets = new UidSets(chunks)
      for (const set of ['a', 'b'] as const) {
        expect([...sets.members(set)]).toEqual(sorted(model[set]))
      }
    }),
    { numRuns: 60 },
  )
})

test('moving exchanges or merges the members below a limit', () => {
  fc.assert(
    fc.property(
      fc.array(uid),
      fc.array(uid),
      uid,
      fc.boolean(),
      (left, right, limit, isExchange) => {
        const { chunks } = openMemoryStorage()
        const writer = new UidSetWriter(chunks)
        for (const member of left) writer.add('l', member)
        for (const member of right) writer.add('r', member)
        writer.move('l', 'r', { limit, isExchange })
        writer.flush()
        const stays = (member: number): boolean => member >= limit
        const moves = (member: number): boolean => member < limit
        const sets = new UidSets(chunks)
        const backwards = isExchange ? right.filter(moves) : []
        const kept = isExchange ? right.filter(stays) : right
        expect([...sets.members('l')]).toEqual(sorted([...left.filter(stays), ...backwards]))
        expect([...sets.members('r')]).toEqual(sorted([...kept, ...left.filter(moves)]))
      },
    ),
    { numRuns: 60 },
  )
})

test('ranges are the set they were made of', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300)), fc.nat(310), (uids, probe) => {
      const members = sorted(uids)
      const ranges = toUidRanges(members)
      expect([...eachUid(ranges)]).toEqual(members)
      expect(countUids(ranges)).toBe(members.length)
      expect(hasUid(ranges, probe)).toBe(members.includes(probe))
      expect(countBits(wordsOfRanges(0, ranges))).toBe(members.length)
    }),
  )
})
