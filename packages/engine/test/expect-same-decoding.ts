// The kernel that decodes blocks, held against plain code: also for bytes that are no block.

import { expect } from 'vitest'
import { lzDecode } from '../src/bits/lz.ts'
import { type DecodeBlock, lzDecoderModule, MEMORY_PAGES } from '../src/bits/lz-decoder-module.ts'
import { instantiateKernel } from '../src/bits/web-assembly.ts'

/** The kernel with its memory. */
export interface DecodeKernel {
  readonly run: DecodeBlock
  readonly bytes: Uint8Array
}

/** A kernel of its own. */
export function openDecodeKernel(): DecodeKernel {
  const opened = instantiateKernel<DecodeBlock>(lzDecoderModule(), {
    name: 'decode',
    pages: MEMORY_PAGES,
  })
  return { run: opened!.run, bytes: new Uint8Array(opened!.memory) }
}

const LOW = 100_000
/** The kernel may write so far behind the text. */
const MARGIN = 16

/**
 * Both decode `input` up to `stop` into `room` bytes behind a dictionary of `base` bytes: same result, nothing else
 * touched. False where they refuse.
 */
export function expectSameDecoding(
  { run, bytes }: DecodeKernel,
  input: Uint8Array,
  base: number,
  room: number,
  stop: number,
): boolean {
  const end = LOW + base + room
  bytes.fill(0xa5, LOW - 2 * MARGIN, end + 2 * MARGIN)
  for (let i = 0; i < base; i++) bytes[LOW + i] = i
  const plain = bytes.slice(LOW, end)
  bytes.set(input)
  const found = run(input.length, LOW + base, LOW + base + stop, LOW, end)
  const expected = lzDecode(input, 0, input.length, plain, base, base + stop)
  expect(found).toBe(expected < 0 ? -1 : LOW + expected)
  const reached = expected < 0 ? base : expected
  expect(Buffer.compare(bytes.subarray(LOW, LOW + reached), plain.subarray(0, reached))).toBe(0)
  const isUntouched = (byte: number): boolean => byte === 0xa5
  expect(bytes.subarray(LOW - 2 * MARGIN, LOW).every(isUntouched)).toBe(true)
  expect(bytes.subarray(end + MARGIN, end + 2 * MARGIN).every(isUntouched)).toBe(true)
  return expected >= 0
}
