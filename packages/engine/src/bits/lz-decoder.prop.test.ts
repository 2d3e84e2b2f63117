import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LZ_DICTIONARY_BYTES_MAX, lzDecode, lzSizeMax } from './lz.ts'
import { LzDecoder } from './lz-decoder.ts'
import {
  type DecodeBlock,
  INPUT_BYTES_MAX,
  lzDecoderModule,
  MEMORY_PAGES,
  TEXT_BYTES_MAX,
} from './lz-decoder-module.ts'
import { LzEncoder } from './lz-encoder.ts'
import { instantiateKernel } from './web-assembly.ts'

const noise = fc.uint8Array({ maxLength: 700 })
const repetitive = fc
  .tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat({ max: 400 }))
  .map(([piece, times]) => new Uint8Array(Buffer.concat(Array(times).fill(piece) as Uint8Array[])))
const json = fc
  .array(fc.record({ id: fc.nat(), title: fc.string(), tags: fc.array(fc.string()) }))
  .map((documents) => new TextEncoder().encode(JSON.stringify(documents)))
const block = fc.oneof(noise, repetitive, json)

describe('a decoder', () => {
  test('gives back blocks as far as asked, whoever used the memory before', () => {
    const given = fc.record({ dictionary: block, texts: fc.array(block, { maxLength: 3 }) })
    // more decoders than there are slots
    const all = fc.array(given, { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(all, fc.double({ min: 0, max: 1, noNaN: true }), (users, part) => {
        const pairs = users.map(({ dictionary, texts }) => ({
          encoder: new LzEncoder(dictionary),
          decoder: new LzDecoder(dictionary),
          texts,
        }))
        for (let turn = 0; turn < 3; turn++) {
          for (const { encoder, decoder, texts } of pairs) {
            const text = texts[turn]
            if (text !== undefined)
              expectText(encoder, decoder, text, Math.floor(text.length * part))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('knows when its text was written over', () => {
    const text = new TextEncoder().encode('a text')
    const decoders = Array.from({ length: 40 }, () => new LzDecoder(new Uint8Array(10)))
    const encoder = new LzEncoder(new Uint8Array(10))
    for (const decoder of decoders) {
      expectText(encoder, decoder, text, text.length)
      expect(decoder.isThere).toBe(true)
    }
    for (const decoder of decoders) {
      if (decoder.isThere) expect(Buffer.compare(decoder.text(0, text.length), text)).toBe(0)
    }
    expect(decoders[0]!.isThere).toBe(false)
    expect(decoders.at(-1)!.isThere).toBe(true)
  })

  test('takes blocks and dictionaries of every size', () => {
    const long = Uint8Array.from(
      { length: 200_000 },
      (_, i) => (Math.imul(i >> 2, 40_503) >>> 7) & 63,
    )
    for (const dictionaryLength of [0, 1, LZ_DICTIONARY_BYTES_MAX, LZ_DICTIONARY_BYTES_MAX + 1]) {
      const dictionary = long.slice(0, dictionaryLength)
      const [encoder, decoder] = [new LzEncoder(dictionary), new LzDecoder(dictionary)]
      const lengths = [TEXT_BYTES_MAX, 1, TEXT_BYTES_MAX + 1, INPUT_BYTES_MAX, 200_000, 0, 5]
      for (const length of lengths) expectText(encoder, decoder, long.subarray(0, length), length)
    }
  })
})

describe('the kernel', () => {
  test('answers to damaged blocks as the plain decoder does, and writes nothing elsewhere', () => {
    const { run, bytes } = openKernel()
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat({ max: 50 }),
        fc.nat({ max: 400 }),
        fc.nat({ max: 400 }),
        (input, base, room, stop) => {
          expectSame(run, bytes, input, base, room, Math.min(stop, room))
        },
      ),
      { numRuns: 5000 },
    )
  })

  test('likewise to blocks of one changed byte', () => {
    const { run, bytes } = openKernel()
    fc.assert(
      fc.property(block, fc.nat(), fc.nat({ max: 255 }), fc.nat(), (text, place, change, stop) => {
        const encoded = encode(new LzEncoder(new Uint8Array(0)), text)
        if (encoded.length > 0) encoded[place % encoded.length]! ^= change
        expectSame(run, bytes, encoded, 10, text.length, stop % (text.length + 1))
      }),
      { numRuns: 2000 },
    )
  })
})

const MARGIN = 16

/** Both decode into a memory of the same bytes, with a dictionary of `base` bytes in front. */
function expectSame(
  run: DecodeBlock,
  bytes: Uint8Array,
  input: Uint8Array,
  base: number,
  room: number,
  stop: number,
): void {
  const low = 100_000
  const end = low + base + room
  bytes.fill(0xa5, low - 2 * MARGIN, end + 2 * MARGIN)
  for (let i = 0; i < base; i++) bytes[low + i] = i
  const plain = bytes.slice(low, end)
  bytes.set(input)
  const found = run(input.length, low + base, low + base + stop, low, end)
  const expected = lzDecode(input, 0, input.length, plain, base, base + stop)
  expect(found).toBe(expected < 0 ? -1 : low + expected)
  const reached = expected < 0 ? base : expected
  expect(Buffer.compare(bytes.subarray(low, low + reached), plain.subarray(0, reached))).toBe(0)
  const untouched = (byte: number): boolean => byte === 0xa5
  expect(bytes.subarray(low - 2 * MARGIN, low).every(untouched)).toBe(true)
  expect(bytes.subarray(end + MARGIN, end + 2 * MARGIN).every(untouched)).toBe(true)
}

function openKernel(): { run: DecodeBlock; bytes: Uint8Array } {
  const opened = instantiateKernel<DecodeBlock>(lzDecoderModule(), {
    name: 'decode',
    pages: MEMORY_PAGES,
  })
  return { run: opened!.run, bytes: new Uint8Array(opened!.memory) }
}

function expectText(
  encoder: LzEncoder,
  decoder: LzDecoder,
  text: Uint8Array,
  wanted: number,
): void {
  const encoded = encode(encoder, text)
  decoder.begin(encoded.length, text.length).set(encoded)
  const length = decoder.decode(wanted)
  expect(length).toBeGreaterThanOrEqual(wanted)
  expect(Buffer.compare(decoder.text(0, length), text.subarray(0, length))).toBe(0)
}

function encode(encoder: LzEncoder, text: Uint8Array): Uint8Array {
  const output = new Uint8Array(lzSizeMax(text.length))
  return output.slice(0, encoder.encode(text, output, 0))
}
