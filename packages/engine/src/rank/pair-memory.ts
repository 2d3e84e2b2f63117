// What comparing two neighbouring words has cost, remembered per searcher: frequent pairs are asked for again and again,
// and nothing about a pair depends on the rest of the query.

import type { DocSet } from '../bits/doc-set.ts'
import type { Searcher } from '../index/searcher.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import type { PathStep } from './query-state.ts'

/** Room for all pairs of one searcher; one pair takes a byte per slot. */
const BYTES_MAX = 8 << 20
/** Fewer documents than one in this many slots are compared anew: clearing the room costs about as much. */
const WORTH_RATIO = 512

const memories = new WeakMap<Searcher, Map<string, Uint8Array>>()

/** One more than the cost of a pair by slot, 0 while it is unknown; null when the pair is not worth remembering. */
export function pairMemory(
  docs: NodeDocs,
  universe: DocSet,
  left: PathStep,
  right: PathStep,
): Uint8Array | null {
  const { searcher, scope } = docs
  const { slotCount } = searcher
  if (universe.size * WORTH_RATIO < slotCount || slotCount * 8 > BYTES_MAX) return null
  const leftKey = keyOf(left)
  const rightKey = keyOf(right)
  if (!scope.isWhole || leftKey === null || rightKey === null) return null
  let memory = memories.get(searcher)
  if (memory === undefined) memories.set(searcher, (memory = new Map<string, Uint8Array>()))
  const key = `${leftKey}\0${rightKey}`
  let costs = memory.get(key)
  if (costs === undefined) {
    if ((memory.size + 1) * slotCount > BYTES_MAX) memory.clear()
    memory.set(key, (costs = new Uint8Array(slotCount)))
  }
  return costs
}

/** Single words only: phrases and words written as one are rare. */
function keyOf({ node, levels, isExactOnly }: PathStep): string | null {
  if (node.phrase !== null || node.components !== null) return null
  return `${levels}${isExactOnly ? 'x' : '-'}${node.isPrefix ? 'p' : 'w'}${node.typosMax}${node.word}`
}
