// How near two vectors are. Every step is rounded to 32 bits, as the interface's numbers are.

const { fround } = Math

/** Products of norms up to this are the product of a zero vector. */
const NORM_PRODUCT_MIN = 2 ** -23

/** Half of one plus the cosine: 1 for the same direction, 0 for the opposite one, and 1 beside a zero vector. */
export function similarity(a: Float32Array, b: Float32Array): number {
  return similarityOfCosine(cosine(dotProduct(a, b), norm(a), norm(b)))
}

/** The length of a vector. */
export function norm(vector: Float32Array): number {
  return fround(Math.sqrt(dotProduct(vector, vector)))
}

/** The cosine from the product of two vectors and their norms. */
export function cosine(product: number, normA: number, normB: number): number {
  const norms = fround(normA * normB)
  if (!(norms > NORM_PRODUCT_MIN)) return 1
  const quotient = fround(product / norms)
  if (quotient > 1) return 1
  // numbers too large for 32 bits leave no number at all
  return quotient >= -1 ? quotient : -1
}

/** Grows with the cosine. */
export function similarityOfCosine(value: number): number {
  return fround(1 - fround(fround(1 - value) / 2))
}

/** Sums in the order of the kernel, so that both give the same bits: sixteen lanes, joined by twos. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  const sums = new Float32Array(16)
  const lengthPadded = (a.length + 3) & ~3
  const blocksEnd = lengthPadded - (lengthPadded % 16)
  for (let i = 0; i < Math.min(blocksEnd, a.length); i++) {
    sums[i % 16] = sums[i % 16]! + fround(a[i]! * b[i]!)
  }
  // what is left goes to the first four
  for (let i = blocksEnd; i < a.length; i++) {
    sums[i % 4] = sums[i % 4]! + fround(a[i]! * b[i]!)
  }
  const lane = (k: number): number =>
    fround(fround(sums[k]! + sums[k + 4]!) + fround(sums[k + 8]! + sums[k + 12]!))
  return fround(fround(lane(0) + lane(1)) + fround(lane(2) + lane(3)))
}
