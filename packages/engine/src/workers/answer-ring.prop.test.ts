import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerRingReader, AnswerRingWriter, createAnswerRing } from './answer-ring.ts'

const SIZE = 64

describe('a ring of answers', () => {
  it('gives every answer back as it was put in, whatever has been taken meanwhile', () => {
    const step = fc.oneof(
      fc.record({ put: fc.integer({ min: 0, max: SIZE + 8 }) }),
      fc.constant({ put: null }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const memory = createAnswerRing(SIZE)
        const writer = new AnswerRingWriter(memory)
        const reader = new AnswerRingReader(memory)
        const waiting: { start: number; bytes: number[] }[] = []
        const take = (): void => {
          const first = waiting.shift()
          if (first === undefined) return
          expect([...reader.take(first.start, first.bytes.length)]).toEqual(first.bytes)
        }
        for (const [i, { put }] of steps.entries()) {
          if (put === null) take()
          else {
            const bytes = Array.from({ length: put }, (_, j) => (i * 31 + j) & 255)
            const start = writer.put(Uint8Array.from(bytes))
            if (start >= 0) waiting.push({ start, bytes })
            else expect(put > 0 && (waiting.length > 0 || put > SIZE)).toBe(true)
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
    expect(writer.put(new Uint8Array(SIZE))).toBe(0)
    expect(writer.put(new Uint8Array(1))).toBe(-1)
    reader.take(0, SIZE)
    expect(writer.put(new Uint8Array(SIZE))).toBe(0)
    expect(writer.put(new Uint8Array(SIZE + 1))).toBe(-1)
  })

  it('fills the room before the oldest answer when the end is used up', () => {
    const memory = createAnswerRing(SIZE)
    const writer = new AnswerRingWriter(memory)
    const reader = new AnswerRingReader(memory)
    writer.put(new Uint8Array(30))
    const second = writer.put(new Uint8Array(30))
    reader.take(0, 30)
    expect(writer.put(Uint8Array.of(1, 2, 3, 4, 5))).toBe(0)
    expect(writer.put(new Uint8Array(30))).toBe(-1)
    reader.take(second, 30)
    expect([...reader.take(0, 5)]).toEqual([1, 2, 3, 4, 5])
  })
})
