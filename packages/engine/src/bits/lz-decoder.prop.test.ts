import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectSameDecoding, openDecodeKernel } from '../../test/expect-same-decoding.ts'
import { LZ_DICTIONARY_BYTES_MAX, lzSizeMax } from './lz.ts'
import { LzDecoder } from './lz-decoder.ts'
import { INPUT_BYTES_MAX, TEXT_BYTES_MAX } from './lz-decoder-module.ts'
import { LzEncoder } from './lz-encoder.ts'

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
      fc.property(all, fc.nat({ max: 100 }), (users, percent) => {
        const pairs = users.map(({ dictionary, texts }) => ({
          encoder: new LzEncoder(dictionary),
          decoder: new LzDecoder(dictionary),
          texts,
        }))
        for (let turn = 0; turn < 3; turn++) {
          for (const { encoder, decoder, texts } of pairs) {
            const text = texts[turn]
            if (text !== undefined)
              expectText(encoder, decoder, text, Math.floor((text.length * percent) / 100))
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
    const kernel = openDecodeKernel()
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat({ max: 50 }),
        fc.nat({ max: 400 }),
        fc.nat({ max: 400 }),
        (input, base, room, stop) => {
          expectSameDecoding(kernel, input, base, room, Math.min(stop, room))
        },
      ),
      { numRuns: 5000 },
    )
  })

  test('likewise to blocks of one changed byte', () => {
    const kernel = openDecodeKernel()
    fc.assert(
      fc.property(block, fc.nat(), fc.nat({ max: 255 }), fc.nat(), (text, place, change, stop) => {
        const encoded = encode(new LzEncoder(new Uint8Array(0)), text)
        if (encoded.length > 0) encoded[place % encoded.length]! ^= change
        expectSameDecoding(kernel, encoded, 10, text.length, stop % (text.length + 1))
      }),
      { numRuns: 2000 },
    )
  })
})

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
