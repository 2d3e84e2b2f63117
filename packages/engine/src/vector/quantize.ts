/** Sets bit i of `bits` where number i is above zero; `bits` starts as zeros. */
export function quantizeBits(vector: Float32Array, bits: Uint8Array): void {
  for (let i = 0; i < vector.length; i++) {
    if (vector[i]! > 0) bits[i >> 3] = bits[i >> 3]! | (1 << (i & 7))
  }
}

/** The numbers that bits stand for: 0 and 1. */
export function bitsToNumbers(bits: Uint8Array, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (let i = 0; i < dimensions; i++) vector[i] = (bits[i >> 3]! >> (i & 7)) & 1
  return vector
}

/** The similarity of two rows of bits from the number in which they differ: a share of the length in words of 64 bits. */
export function similarityOfBits(differing: number, dimensions: number): number {
  const length = Math.ceil(dimensions / 64) * 64
  return Math.fround(1 - Math.fround(differing / length))
}
