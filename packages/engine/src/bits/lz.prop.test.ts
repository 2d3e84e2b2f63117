import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LZ_DICTIONARY_BYTES_MAX, lzDecode, lzSizeMax, PlainLzEncoder } from './lz.ts'
import { LzEncoder } from './lz-encoder.ts'

const noise = fc.uint8Array({ maxLength: 700 })
const repetitive = fc
  .tuple(fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.nat({ max: 400 }))
  .map(([piece, times]) => new Uint8Array(Buffer.concat(Array(times).fill(piece) as Uint8Array[])))
const json = fc
  .array(fc.record({ id: fc.nat(), title: fc.string(), tags: fc.array(fc.string()) }))
  .map((documents) => new TextEncoder().encode(JSON.stringify(documents)))
const block = fc.oneof(noise, repetitive, json)

describe('blocks', () => {
  test('come back as they were, with and without a dictionary, one after the other', () => {
    fc.assert(
      fc.property(block, fc.array(block, { minLength: 1, maxLength: 5 }), (dictionary, blocks) => {
        // the same encoder for all: nothing of one block may leak into the next
        const encoder = new LzEncoder(dictionary)
        for (const input of blocks) expectRoundTrip(encoder, dictionary, input)
      }),
      { numRuns: 300 },
    )
  })

  test('that repeat the dictionary shrink to a few bytes', () => {
    const dictionary = new TextEncoder().encode('{"id":1,"title":"a quick brown fox","tags":[]}')
    const encoded = encode(new LzEncoder(dictionary), dictionary)
    expect(encoded.length).toBeLessThan(8)
    expect(encode(new LzEncoder(new Uint8Array(0)), dictionary).length).toBeGreaterThan(30)
  })

  test('that are longer than a match can reach back are whole', () => {
    const piece = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7919) & 255)
    const far = new Uint8Array(200_000)
    far.set(piece, 0)
    // farther away than two bytes of distance can say
    far.set(piece, 199_000)
    for (let i = 1000; i < 199_000; i++) far[i] = (Math.imul(i, 2_654_435_761) >>> 13) & 255
    const dictionary = far.slice(0, LZ_DICTIONARY_BYTES_MAX)
    expectRoundTrip(new LzEncoder(dictionary), dictionary, far)
    expectRoundTrip(new LzEncoder(new Uint8Array(0)), new Uint8Array(0), new Uint8Array(300_000))
  })

  test('of literals and matches of every length around the steps of the length codes', () => {
    const encoder = new LzEncoder(new Uint8Array(0))
    for (const literals of [0, 1, 14, 15, 16, 269, 270, 271, 524, 525]) {
      for (const match of [0, 4, 18, 19, 20, 273, 274, 275]) {
        const random = Uint8Array.from({ length: literals }, (_, i) => (i * i * 31 + i) & 255)
        const input = new Uint8Array(Buffer.concat([random, new Uint8Array(match).fill(9)]))
        expectRoundTrip(encoder, new Uint8Array(0), input)
      }
    }
  })

  test('can be read from their start only as far as asked', () => {
    fc.assert(
      fc.property(block, block, fc.nat({ max: 100 }), (dictionary, input, percent) => {
        const encoded = encode(new LzEncoder(dictionary), input)
        const wanted = Math.floor((input.length * percent) / 100)
        const base = dictionary.length
        const output = new Uint8Array(base + input.length)
        output.set(dictionary)
        const end = lzDecode(encoded, 0, encoded.length, output, base, base + wanted)
        expect(end).toBeGreaterThanOrEqual(base + wanted)
        expect(Buffer.compare(output.subarray(base, end), input.subarray(0, end - base))).toBe(0)
      }),
    )
  })
})

describe('damaged blocks', () => {
  test('are refused or give some text, but never write outside nor run on', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat({ max: 50 }),
        fc.nat({ max: 300 }),
        (bytes, base, room) => {
          expectContained(bytes, base, room)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('of one changed byte likewise', () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.integer({ min: 1, max: 255 }), (input, place, change) => {
        const encoded = encode(new LzEncoder(new Uint8Array(0)), input)
        encoded[place % encoded.length]! ^= change
        expectContained(encoded, 10, input.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the kernel', () => {
  test('writes what the plain encoder writes, whoever used it before', () => {
    fc.assert(
      fc.property(block, block, fc.array(block, { maxLength: 5 }), (one, two, blocks) => {
        const encoders = [one, two].map((dictionary) => [
          new LzEncoder(dictionary),
          new PlainLzEncoder(dictionary),
        ])
        for (const input of [...blocks, one, new Uint8Array(Buffer.concat(blocks))]) {
          for (const [kernel, plain] of encoders) {
            expect(Buffer.compare(encode(kernel!, input), encode(plain!, input))).toBe(0)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('also of blocks as long as it has room for', () => {
    const input = Uint8Array.from(
      { length: 65_537 },
      (_, i) => (Math.imul(i >> 3, 40_503) >>> 7) & 31,
    )
    const dictionary = input.slice(0, LZ_DICTIONARY_BYTES_MAX)
    const [kernel, plain] = [new LzEncoder(dictionary), new PlainLzEncoder(dictionary)]
    for (const length of [65_535, 65_536, 65_537]) {
      const piece = input.subarray(0, length)
      expect(Buffer.compare(encode(kernel, piece), encode(plain, piece))).toBe(0)
    }
    const noisy = Uint8Array.from(
      { length: 65_536 },
      (_, i) => (Math.imul(i, 2_654_435_761) >>> 13) & 255,
    )
    expect(Buffer.compare(encode(kernel, noisy), encode(plain, noisy))).toBe(0)
  })
})

function expectContained(bytes: Uint8Array, base: number, room: number): void {
  const GUARD = 64
  const memory = new Uint8Array(GUARD + base + room + GUARD).fill(0xa5)
  const output = memory.subarray(GUARD, GUARD + base + room)
  const end = lzDecode(bytes, 0, bytes.length, output, base, base + room)
  expect(end === -1 || (end >= base && end <= base + room)).toBe(true)
  // neither around the output nor over the dictionary
  expect(memory.subarray(0, GUARD + base).every((byte) => byte === 0xa5)).toBe(true)
  expect(memory.subarray(GUARD + base + room).every((byte) => byte === 0xa5)).toBe(true)
}

function expectRoundTrip(encoder: LzEncoder, dictionary: Uint8Array, input: Uint8Array): void {
  const encoded = encode(encoder, input)
  const base = dictionary.length
  const output = new Uint8Array(base + input.length)
  output.set(dictionary)
  const end = lzDecode(encoded, 0, encoded.length, output, base, base + input.length)
  expect(end).toBe(base + input.length)
  expect(Buffer.compare(output.subarray(base), input)).toBe(0)
}

function encode(encoder: LzEncoder | PlainLzEncoder, input: Uint8Array): Uint8Array {
  const AT = 3
  const output = new Uint8Array(AT + lzSizeMax(input.length))
  const end = encoder.encode(input, output, AT)
  // a longer result would have been cut off by the array
  expect(end).toBeLessThanOrEqual(output.length)
  return output.slice(AT, end)
}
