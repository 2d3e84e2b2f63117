// Documents that no rule tells apart come out by their document number (relevancy 6.2).

import type { Searcher } from '../index/searcher.ts'

/** The documents in places `from` … `to` − 1 of the order by document number. `docs` are slots, ascending. */
export function sliceByNumber(
  searcher: Searcher,
  docs: Uint32Array,
  from: number,
  to: number,
): Uint32Array {
  const end = Math.min(to, docs.length)
  if (from >= end) return new Uint32Array(0)
  if (isInSlotOrder(searcher, docs)) return docs.subarray(from, end)
  if (end * 8 < docs.length) return smallest(searcher, docs, end).subarray(from)
  const numbers = new Map<number, number>()
  for (const doc of docs) numbers.set(doc, searcher.documentNumber(doc))
  return docs.toSorted((a, b) => numbers.get(a)! - numbers.get(b)!).subarray(from, end)
}

/** Larger lists are judged by the whole searcher, which is looked at once. */
const CHECKED_MAX = 2048

const slotOrdered = new WeakMap<Searcher, boolean>()

/** Slots of one segment are in document-number order already; only several segments may interleave. */
function isInSlotOrder(searcher: Searcher, docs: Uint32Array): boolean {
  const known = slotOrdered.get(searcher)
  if (known === true) return true
  if (known === undefined && docs.length > CHECKED_MAX) {
    const isOrdered = isAscending(searcher, searcher.live.toArray())
    slotOrdered.set(searcher, isOrdered)
    if (isOrdered) return true
  }
  return docs.length <= CHECKED_MAX && isAscending(searcher, docs)
}

function isAscending(searcher: Searcher, docs: Uint32Array): boolean {
  let previous = -1
  for (let i = 0; i < docs.length; i++) {
    const number = searcher.documentNumber(docs[i]!)
    if (number < previous) return false
    previous = number
  }
  return true
}

/** The `count` documents with the smallest numbers, in their order. */
function smallest(searcher: Searcher, docs: Uint32Array, count: number): Uint32Array {
  const best = new Uint32Array(count)
  const numbers = new Float64Array(count).fill(Infinity)
  for (let i = 0; i < docs.length; i++) {
    const number = searcher.documentNumber(docs[i]!)
    if (number >= numbers[count - 1]!) continue
    let at = count - 1
    while (at > 0 && numbers[at - 1]! > number) {
      numbers[at] = numbers[at - 1]!
      best[at] = best[at - 1]!
      at--
    }
    numbers[at] = number
    best[at] = docs[i]!
  }
  return best
}
