// Blocks of texts that look like documents, damaged in a few places and cut off: the kernel says of each what plain code says.
// Replay a failure with the seed that fast-check prints.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectSameDecoding, openDecodeKernel } from '../../test/expect-same-decoding.ts'
import { lzSizeMax } from './lz.ts'
import { LzEncoder } from './lz-encoder.ts'

const word = fc.constantFrom('library', 'a', 'documents of', '"id":', '-----', '0', '},{', 'ü')
const text = fc
  .array(word, { maxLength: 600 })
  .map((words) => new TextEncoder().encode(words.join(' ')))
const telling = fc.constantFrom(0, 1, 15, 0xf0, 0xff)
const damage = fc.record({
  place: fc.nat(),
  byte: fc.oneof(telling, fc.nat({ max: 255 })),
})
const share = fc.nat({ max: 110 }).map((percent) => percent / 100)

it('decodes damaged blocks as plain code does', () => {
  const kernel = openDecodeKernel()
  let refused = 0
  const encoder = new LzEncoder(new Uint8Array(0))
  fc.assert(
    fc.property(
      text,
      fc.array(damage, { maxLength: 4 }),
      fc.record({ kept: share, room: share, stop: share, base: fc.nat({ max: 300 }) }),
      (given, damages, { kept, room, stop, base }) => {
        const output = new Uint8Array(lzSizeMax(given.length))
        const block = output.slice(0, encoder.encode(given, output, 0))
        for (const { place, byte } of damages) block[place % (block.length + 1)] = byte
        const input = kept > 1 ? block : block.subarray(0, block.length * kept)
        const roomBytes = Math.floor(given.length * room)
        const stopBytes = Math.min(roomBytes, Math.floor(given.length * stop))
        refused += expectSameDecoding(kernel, input, base, roomBytes, stopBytes) ? 0 : 1
      },
    ),
    { numRuns: 100_000 },
  )
  expect(refused).toBeGreaterThan(5000)
})
