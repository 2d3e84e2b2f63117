import { describe, expect, test } from 'vitest'
import { BoundedMemory } from './bounded-memory.ts'

describe('a bounded memory', () => {
  test('knows what it was told, null included', () => {
    const memory = new BoundedMemory<string, number | null>(10)
    memory.set('a', 1, 1)
    memory.set('b', null, 1)
    expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual([1, null, undefined])
  })

  test('forgets what nobody asked for, and keeps what somebody did', () => {
    const memory = new BoundedMemory<number, number>(10)
    memory.set(-1, -1, 1)
    memory.set(-2, -2, 1)
    for (let i = 0; i < 100; i++) {
      memory.set(i, i, 1)
      expect(memory.get(-1)).toBe(-1)
    }
    expect(memory.get(-2)).toBeUndefined()
    expect(memory.get(99)).toBe(99)
  })

  test.each([1, 5, 6, 7, 23, 50])('holds no more than it may of %d entries', (count) => {
    const memory = new BoundedMemory<number, number>(10)
    for (let i = 0; i < count; i++) memory.set(i, i, 2)
    const held = Array.from({ length: count }, (_, i) => memory.get(i) === i)
    expect(held.filter(Boolean).length * 2).toBeLessThanOrEqual(10)
    expect(held[count - 1]).toBe(true)
  })

  test('holds fewer entries when some have grown', () => {
    const memory = new BoundedMemory<number, number>(10)
    memory.set(0, 0, 1)
    memory.set(1, 1, 1)
    memory.charge(4)
    memory.set(2, 2, 1)
    memory.charge(5)
    memory.set(3, 3, 1)
    expect([0, 1, 2, 3].map((key) => memory.get(key))).toEqual([undefined, undefined, 2, 3])
  })

  test('an entry that has grown takes its room along', () => {
    const memory = new BoundedMemory<number, number>(10)
    memory.set(0, 0, 1)
    memory.grow(0, 3)
    memory.set(1, 1, 2)
    // asked for again: four more than the one that is young
    expect(memory.get(0)).toBe(0)
    memory.set(2, 2, 2)
    expect([0, 1, 2].map((key) => memory.get(key))).toEqual([0, undefined, 2])
    memory.grow(1, 100)
    expect(memory.get(0)).toBe(0)
  })

  test('takes an entry that is larger than all its room', () => {
    const memory = new BoundedMemory<string, number>(10)
    memory.set('a', 1, 1)
    memory.set('large', 2, 100)
    expect(memory.get('large')).toBe(2)
    memory.set('b', 3, 1)
    memory.set('c', 4, 6)
    expect(memory.get('large')).toBeUndefined()
  })
})
