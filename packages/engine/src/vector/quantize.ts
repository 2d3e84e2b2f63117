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

/** Numbers farther out than this many times the usual one are cut when codes are made. */
const CODE_SPREAD = 8

/** Bytes of a row of codes. */
export function codeStride(dimensions: number): number {
  return (dimensions + 15) & ~15
}

/** Numbers of a vector of length 1 times this become codes of eight bits. */
function codeScale(dimensions: number): number {
  return 127 / Math.min(1, CODE_SPREAD / Math.sqrt(dimensions))
}

/** Writes the direction of a vector in eight bits per number; `norm` is its length, above zero. */
export function quantizeCodes(vector: Float32Array, norm: number, codes: Int8Array): void {
  const scale = codeScale(vector.length) / norm
  for (let i = 0; i < vector.length; i++) {
    const code = Math.round(vector[i]! * scale)
    codes[i] = code > 127 ? 127 : code < -127 ? -127 : code
  }
}
