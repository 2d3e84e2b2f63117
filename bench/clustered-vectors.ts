import { seededRandom } from './seeded-random.ts'

/** Vectors of length 1 around centres, and queries of the same kind. */
export interface ClusteredVectors {
  readonly dimensions: number
  readonly rows: Float32Array
  readonly queries: Float32Array
}

const CENTRES = 1000
/** How far vectors lie from their centre, as a share of how far centres lie apart. */
const NOISE = 0.9

/** The same vectors every time: embeddings of texts come in groups too, though not in such regular ones. */
export function clusteredVectors(options: {
  readonly dimensions: number
  readonly rowCount: number
  readonly queryCount: number
}): ClusteredVectors {
  const { dimensions, rowCount, queryCount } = options
  const normal = normalNumbers(seededRandom())
  const centres = new Float32Array(CENTRES * dimensions).map(normal)
  const pick = seededRandom(7)
  const make = (count: number): Float32Array => {
    const vectors = new Float32Array(count * dimensions)
    for (let i = 0; i < count; i++) {
      const centre = Math.floor(pick() * CENTRES) * dimensions
      const vector = vectors.subarray(i * dimensions, (i + 1) * dimensions)
      let squares = 0
      for (let k = 0; k < dimensions; k++) {
        const value = centres[centre + k]! + NOISE * normal()
        vector[k] = value
        squares += value * value
      }
      const scale = 1 / Math.sqrt(squares)
      for (let k = 0; k < dimensions; k++) vector[k] = vector[k]! * scale
    }
    return vectors
  }
  return { dimensions, rows: make(rowCount), queries: make(queryCount) }
}

/** Numbers of a normal distribution (Box and Muller). */
function normalNumbers(random: () => number): () => number {
  return () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    return radius * Math.cos(2 * Math.PI * random())
  }
}
