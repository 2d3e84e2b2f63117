import { describe, expect, test } from 'vitest'
import { chooseMerge, type SegmentSize } from './merge-policy.ts'

const KIB = 1024
const MIB = 1024 * KIB

describe('a stream of commits', () => {
  test.each([
    { documentBytes: KIB, commits: 20_000 },
    { documentBytes: 100 * KIB, commits: 20_000 },
    { documentBytes: 5 * MIB, commits: 2000 },
  ])('of one document each keeps few segments and rewrites each a few times: %o', (stream) => {
    const segments = new SimulatedIndex()
    let countMax = 0
    for (let i = 0; i < stream.commits; i++) {
      segments.commit({ docCount: 1, rawBytes: stream.documentBytes })
      segments.mergeAll()
      countMax = Math.max(countMax, segments.list.length)
    }
    expect(countMax).toBeLessThan(40)
    // small segments are rewritten often, which costs next to nothing; from there on once a tier
    const tiers = Math.log(stream.commits) / Math.log(8)
    expect(segments.rewrittenBytes / segments.writtenBytes).toBeLessThan(tiers + 64 / 8)
  })

  test('of changes to the same documents does not keep the dead ones', () => {
    const segments = new SimulatedIndex()
    segments.commit({ docCount: 1000, rawBytes: 10 * MIB })
    for (let i = 0; i < 3000; i++) {
      segments.commit({ docCount: 1, rawBytes: 10 * KIB })
      // the document that it replaces may be anywhere, most likely in the largest segment
      segments.kill(i % 7 === 0 ? 'any' : 'largest')
      segments.mergeAll()
    }
    const docs = segments.list.reduce((sum, { docCount }) => sum + docCount, 0)
    const dead = segments.list.reduce((sum, { deletedCount }) => sum + deletedCount, 0)
    expect(dead / docs).toBeLessThan(0.45)
  })
})

describe('what is merged', () => {
  test('is nothing while all is well', () => {
    expect(chooseMerge([])).toBeNull()
    expect(chooseMerge([segment(10, 0, KIB)])).toBeNull()
    expect(chooseMerge(Array.from({ length: 7 }, () => segment(1, 0, KIB)))).toBeNull()
  })

  test('are segments of one size, the smallest first', () => {
    const small = Array.from({ length: 8 }, () => segment(1, 0, KIB))
    const large = Array.from({ length: 8 }, () => segment(1000, 0, MIB))
    expect(chooseMerge([...large, ...small])).toEqual([8, 9, 10, 11, 12, 13, 14, 15])
    expect(chooseMerge([...large, ...small.slice(1)])).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(chooseMerge([...large.slice(1), ...small.slice(1)])).toBeNull()
  })

  test('is a segment of mostly dead documents alone, whatever its size', () => {
    expect(chooseMerge([segment(10, 4, KIB), segment(10, 5, KIB)])).toEqual([1])
    expect(chooseMerge([segment(10, 10, 9000 * MIB)])).toEqual([0])
  })

  test('never becomes larger than a segment may be', () => {
    const huge = Array.from({ length: 12 }, () => segment(1000, 0, 700 * MIB))
    const chosen = chooseMerge(huge)!
    expect(chosen.length).toBeGreaterThan(1)
    expect(chosen.length * 700).toBeLessThanOrEqual(2048)
    expect(chooseMerge(Array.from({ length: 12 }, () => segment(1, 0, 1100 * MIB)))).toBeNull()
  })
})

function segment(docCount: number, deletedCount: number, rawBytes: number): SegmentSize {
  return { docCount, deletedCount, rawBytes }
}

/** Segments as sizes only: what a writer would do with them. */
class SimulatedIndex {
  list: { docCount: number; deletedCount: number; rawBytes: number }[] = []
  writtenBytes = 0
  rewrittenBytes = 0
  #turn = 0

  commit({ docCount, rawBytes }: { docCount: number; rawBytes: number }): void {
    this.list.push({ docCount, deletedCount: 0, rawBytes })
    this.writtenBytes += rawBytes
  }

  kill(which: 'any' | 'largest'): void {
    const sizes = this.list.map((each) => each.docCount - each.deletedCount)
    const place =
      which === 'any' ? this.#turn++ % this.list.length : sizes.indexOf(Math.max(...sizes))
    const victim = this.list[place]!
    if (victim.deletedCount < victim.docCount) victim.deletedCount++
    if (victim.deletedCount === victim.docCount) this.list.splice(place, 1)
  }

  mergeAll(): void {
    for (let chosen = chooseMerge(this.list); chosen !== null; chosen = chooseMerge(this.list)) {
      const inputs = chosen.map((place) => this.list[place]!)
      const docCount = inputs.reduce((sum, each) => sum + each.docCount - each.deletedCount, 0)
      const rawBytes = inputs.reduce(
        (sum, each) => sum + (each.rawBytes * (each.docCount - each.deletedCount)) / each.docCount,
        0,
      )
      this.rewrittenBytes += rawBytes
      this.list = this.list.filter((each) => !inputs.includes(each))
      if (docCount > 0) this.list.push({ docCount, deletedCount: 0, rawBytes })
    }
  }
}
