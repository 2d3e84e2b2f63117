import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerMemory } from './answer-memory.ts'
import { AnswerRingReader, AnswerRingWriter, createAnswerRing } from './answer-ring.ts'

const SIZE = 64
const MEMORY = new AnswerMemory()
/** What an answer of `length` takes up, with what stands before it. */
const taken = (length: number): number => 8 + Math.ceil(length / 8) * 8

describe('a ring of answers', () => {
  it('gives every answer back as it was put in, whatever has been taken meanwhile', () => {
    const step = fc.oneof(
      fc.record({ put: fc.integer({ min: 0, max: SIZE }) }),
      fc.constant({ put: null }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const memory = createAnswerRing(SIZE)
        const writer = new AnswerRingWriter(memory)
        const reader = new AnswerRingReader(memory)
        const waiting: { callId: number; place: number; bytes: number[] }[] = []
        const take = (): void => {
          const first = waiting.shift()
          if (first === undefined) return
          expect(reader.callIdAt(first.place)).toBe(first.callId)
          expect([...reader.take(first.place, MEMORY)]).toEqual(first.bytes)
        }
        for (const [callId, { put }] of steps.entries()) {
          if (put === null) take()
          else {
            const bytes = Array.from({ length: put }, (_, j) => (callId * 31 + j) & 255)
            const place = writer.put(callId, Uint8Array.from(bytes))
            if (place >= 0) waiting.push({ callId, place, bytes })
            else expect(waiting.length > 0 || taken(put) > SIZE).toBe(true)
          }
        }
        while (waiting.length > 0) take()
      }),
    )
  })

  it('has room for an answer of its whole size once it is empty', () => {
    const memory = createAnswerRing(SIZE)
    const writer = new AnswerRingWriter(memory)
    const reader = new AnswerRingReader(memory)
    const whole = new Uint8Array(SIZE - 8)
    const place = writer.put(1, whole)
    expect(place).toBeGreaterThan(0)
    expect(writer.put(2, new Uint8Array(1))).toBe(-1)
    reader.take(place, MEMORY)
    expect(writer.put(3, whole)).toBe(place)
    expect(writer.put(4, new Uint8Array(SIZE - 7))).toBe(-1)
  })

  it('fills the room before the oldest answer when the end is used up', () => {
    const memory = createAnswerRing(SIZE)
    const writer = new AnswerRingWriter(memory)
    const reader = new AnswerRingReader(memory)
    const first = writer.put(1, new Uint8Array(20))
    const second = writer.put(2, new Uint8Array(20))
    reader.take(first, MEMORY)
    expect(writer.put(3, Uint8Array.of(1, 2, 3, 4, 5))).toBe(first)
    expect(writer.put(4, new Uint8Array(20))).toBe(-1)
    reader.take(second, MEMORY)
    expect([...reader.take(first, MEMORY)]).toEqual([1, 2, 3, 4, 5])
  })

  it('keeps the numbers of calls, negative ones too', () => {
    const memory = createAnswerRing(SIZE)
    const place = new AnswerRingWriter(memory).put(-(2 ** 31), Uint8Array.of(1))
    expect(new AnswerRingReader(memory).callIdAt(place)).toBe(-(2 ** 31))
  })
})
