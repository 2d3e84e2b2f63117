import { describe, expect, it } from 'vitest'
import { AnswerMemory, PIECE_BYTES, PIECES_MAX } from './answer-memory.ts'

describe('memory for answers', () => {
  it('serves again once it was given back', () => {
    const memory = new AnswerMemory()
    memory.takeBack(memory.lend(10))
    const first = memory.lend(20)
    memory.takeBack(first)
    const second = memory.lend(30)
    expect(second.buffer).toBe(first.buffer)
    expect(second.length).toBe(30)
  })

  it('never serves two answers at a time', () => {
    const memory = new AnswerMemory()
    const lent = Array.from({ length: 3 * PIECES_MAX }, () => memory.lend(10))
    for (const answer of lent) memory.takeBack(answer)
    const again = Array.from({ length: 3 * PIECES_MAX }, () => memory.lend(10))
    expect(new Set(again.map(({ buffer }) => buffer)).size).toBe(again.length)
  })

  it('is taken back once only', () => {
    const memory = new AnswerMemory()
    memory.takeBack(memory.lend(10))
    const answer = memory.lend(10)
    memory.takeBack(answer)
    memory.takeBack(answer)
    expect(memory.lend(10).buffer).not.toBe(memory.lend(10).buffer)
  })

  it('takes nothing that it did not lend', () => {
    const memory = new AnswerMemory()
    const foreign = Buffer.allocUnsafeSlow(PIECE_BYTES)
    memory.takeBack(foreign)
    expect(memory.lend(10).buffer).not.toBe(foreign.buffer)
    memory.takeBack(memory.lend(10))
    const answer = memory.lend(10)
    memory.takeBack(answer.subarray(0))
    expect(memory.lend(10).buffer).not.toBe(answer.buffer)
  })

  it('takes as much as an answer has, where nothing is given back or the answer is long', () => {
    const memory = new AnswerMemory()
    expect(memory.lend(10).buffer.byteLength).toBe(10)
    expect(memory.lend(10).buffer.byteLength).toBe(10)
    memory.takeBack(memory.lend(PIECE_BYTES + 1))
    expect(memory.lend(PIECE_BYTES + 1)).toHaveLength(PIECE_BYTES + 1)
    expect(memory.lend(10).buffer.byteLength).toBe(10)
  })
})
