import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteWriter } from './byte-writer.ts'
import { Uint32List } from './uint32-list.ts'

describe('ByteWriter', () => {
  test('writes numbers below 2^32 seven bits a byte, low ones first', () => {
    expect(varint(0)).toEqual([0])
    expect(varint(127)).toEqual([127])
    expect(varint(128)).toEqual([128, 1])
    expect(varint(300)).toEqual([0xac, 2])
    expect(varint(2 ** 32 - 1)).toEqual([255, 255, 255, 255, 15])
  })

  test('gives every number back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 })), (values) => {
        const writer = new ByteWriter(0)
        for (const value of values) writer.varint(value)
        expect(readVarints(writer.finish())).toEqual(values)
      }),
    )
  })

  test('writes the digits of whole numbers', () => {
    const digits = (value: number): string => {
      const writer = new ByteWriter(0)
      writer.decimal(value)
      return Buffer.from(writer.finish()).toString()
    }
    for (const value of [0, 9, 10, 99, 100, 12345, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      expect(digits(value)).toBe(String(value))
    }
  })

  test('grows with what is written, in any mixture', () => {
    const part = fc.oneof(
      fc.nat({ max: 255 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const writer = new ByteWriter(0)
        const expected: Uint8Array[] = []
        for (const each of parts) {
          const before = writer.length
          if (typeof each === 'number') {
            writer.byte(each)
            expected.push(Uint8Array.of(each))
          } else if (typeof each === 'string') {
            const bytes = Buffer.from(each)
            if (writer.text(each) !== bytes.length) expect.unreachable()
            expected.push(bytes)
          } else {
            writer.append(each)
            expected.push(each)
          }
          if (writer.length !== before + expected.at(-1)!.length) expect.unreachable()
        }
        expect(Buffer.compare(writer.view(), Buffer.concat(expected))).toBe(0)
        expect(Buffer.compare(writer.finish(), Buffer.concat(expected))).toBe(0)
      }),
      { numRuns: 50 },
    )
  })

  test('keeps a finished copy apart from what is written later', () => {
    const writer = new ByteWriter()
    writer.byte(1)
    const finished = writer.finish()
    writer.clear()
    writer.byte(2)
    expect([...finished]).toEqual([1])
    expect([...writer.view()]).toEqual([2])
  })

  test('takes bytes written into reserved room', () => {
    const writer = new ByteWriter()
    writer.byte(7)
    const bytes = writer.reserve(1000)
    bytes.fill(8, writer.length, writer.length + 1000)
    writer.advance(writer.length + 1000)
    writer.byte(9)
    expect([...writer.finish()]).toEqual([7, ...Array<number>(1000).fill(8), 9])
  })
})

describe('Uint32List', () => {
  test('holds what was pushed, from no capacity on', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 })), (values) => {
        const list = new Uint32List(0)
        for (const value of values) list.push(value)
        expect([...list.view()]).toEqual(values)
        const finished = list.finish()
        list.push(1)
        expect([...finished]).toEqual(values)
      }),
    )
  })
})

function varint(value: number): number[] {
  const writer = new ByteWriter()
  writer.varint(value)
  return [...writer.finish()]
}

function readVarints(bytes: Uint8Array): number[] {
  const values: number[] = []
  let value = 0
  let weight = 1
  for (const byte of bytes) {
    value += (byte & 127) * weight
    weight *= 128
    if (byte > 127) continue
    values.push(value)
    value = 0
    weight = 1
  }
  return values
}
