import { distributionOf } from '../settings/embedder-distribution.ts'
import type { Embedder } from '../settings/embedders.ts'

const { fround } = Math

/** Where the mean of a distribution goes, and how wide it becomes. */
const TARGET_MEAN = 0.5
const TARGET_SIGMA = fround(0.4)
const LOWEST = 2 ** -23

/** How similarities of an embedder become scores; every step is rounded to 32 bits, as the interface's numbers are. */
export function similarityScore(embedder: Embedder): (similarity: number) => number {
  const distribution = distributionOf(embedder)
  if (distribution === undefined) return (similarity) => similarity
  const factor = fround(TARGET_SIGMA / fround(distribution.sigma))
  const offset = fround(TARGET_MEAN - fround(factor * fround(distribution.mean)))
  return (similarity) => {
    const score = fround(fround(factor * similarity) + offset)
    if (score <= 0) return LOWEST
    return score > 1 ? 1 : score
  }
}
