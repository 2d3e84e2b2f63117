// Counting and listing the bits of a set: by the kernels where they lie in scratch memory, in plain code elsewhere.

import { isScratch, kernelsOf } from './scratch.ts'

/** Number of one bits. */
export function countOnes(bits: Uint32Array): number {
  const kernels = kernelsOf(bits)
  return kernels === null ? plainCount(bits) : kernels.countOnes(bits.byteOffset, bits.length)
}

/** Fills `out`, which has room for exactly those, with the numbers of the one bits, ascending. */
export function listOnes(bits: Uint32Array, out: Uint32Array): Uint32Array {
  const kernels = kernelsOf(bits)
  if (kernels === null || !isScratch(out)) return plainList(bits, out)
  kernels.listOnes(bits.byteOffset, bits.length, out.byteOffset)
  return out
}

/** Number of one bits in a word. */
export function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function plainCount(bits: Uint32Array): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += popcount(bits[i]!)
  return count
}

function plainList(bits: Uint32Array, out: Uint32Array): Uint32Array {
  let at = 0
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i]!
    const base = i * 32
    while (word !== 0) {
      const low = word & -word
      out[at++] = base + (31 - Math.clz32(low))
      word ^= low
    }
  }
  return out
}
