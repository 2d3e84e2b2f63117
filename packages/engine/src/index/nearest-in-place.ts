import type { DocSet } from '../bits/doc-set.ts'
import { similarityOfBits } from '../vector/quantize.ts'
import { similarity } from '../vector/similarity.ts'
import { type NearestDocs, TopDocs } from '../vector/top-docs.ts'
import type { VectorPart } from '../vector/vector-part.ts'

const STOP_EVERY = 4096

/** The nearest documents by the vector that stands at one place in them: how documents are compared with each other. */
export function nearestInPlace(
  part: VectorPart,
  query: Float32Array,
  options: {
    readonly limit: number
    readonly place: number
    readonly docs: DocSet
    readonly shouldStop: () => boolean
  },
): NearestDocs {
  const { limit, place, docs, shouldStop } = options
  if (place === 0 && hasOnePlace(part)) return part.nearest(query, limit, docs, shouldStop)
  const compare = part.binaryQuantized ? similarityBySigns : similarity
  const top = new TopDocs(Math.min(limit, docs.size))
  for (const [i, doc] of docs.toArray().entries()) {
    if (i % STOP_EVERY === STOP_EVERY - 1 && shouldStop()) break
    const { from, to } = part.rowsOf(doc)
    for (let row = from; row < to; row++) {
      if (part.slotAt(row) === place) top.offer(doc, compare(query, part.vectorAt(row)))
    }
  }
  return top.finish()
}

/** Of two vectors, the second of zeros and ones. */
function similarityBySigns(query: Float32Array, bits: Float32Array): number {
  let differing = 0
  for (let i = 0; i < query.length; i++) differing += Number(query[i]! > 0 !== bits[i]! > 0)
  return similarityOfBits(differing, query.length)
}

/** Every document has one vector at most, in the first place. */
function hasOnePlace(part: VectorPart): boolean {
  let known = ONE_PLACE.get(part)
  if (known === undefined) {
    known = true
    for (let row = 0; row < part.count && known; row++) known = part.slotAt(row) === 0
    ONE_PLACE.set(part, known)
  }
  return known
}

const ONE_PLACE = new WeakMap<VectorPart, boolean>()
