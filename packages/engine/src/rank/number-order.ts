// Documents that no rule tells apart come out by their document number (relevancy 6.2).

import { type DocSet, lowerBound } from '../bits/doc-set.ts'
import { rawWords } from '../bits/scratch.ts'
import type { Searcher } from '../index/searcher.ts'

/** The documents in places `from` … `to` − 1 of the order by document number. `docs` are slots, ascending. */
export function sliceByNumber(
  searcher: Pick<Searcher, 'runStarts' | 'documentNumber'>,
  docs: Uint32Array,
  from: number,
  to: number,
): Uint32Array {
  const end = Math.min(to, docs.length)
  if (from >= end) return new Uint32Array(0)
  const runs = cutRuns(searcher, docs)
  if (runs.length === 1) return docs.subarray(from, end)
  const picked = rawWords(end - from)
  for (let place = 0; place < end; place++) {
    let best = runs[0]!
    for (let i = 1; i < runs.length; i++) if (runs[i]!.number < best.number) best = runs[i]!
    if (place >= from) picked[place - from] = docs[best.at]!
    best.at++
    best.number = best.at < best.end ? searcher.documentNumber(docs[best.at]!) : Infinity
  }
  return picked
}

/** Adds the same of a set to `out`; of a set that is in order already nothing else is made. */
export function putByNumber(
  searcher: Pick<Searcher, 'runStarts' | 'documentNumber'>,
  docs: DocSet,
  from: number,
  to: number,
  out: number[],
): void {
  if (!isLarge(docs, to)) {
    const slots = docs.toArray()
    if (isOneRun(searcher.runStarts, slots)) {
      const end = Math.min(to, slots.length)
      for (let i = from; i < end; i++) out.push(slots[i]!)
      return
    }
  }
  const slots = sliceOfSet(searcher, docs, from, to)
  for (let i = 0; i < slots.length; i++) out.push(slots[i]!)
}

/** Whether all documents are of the same run, and so in the order of their numbers. */
function isOneRun(runStarts: readonly number[], docs: Uint32Array): boolean {
  const first = docs[0]!
  const last = docs[docs.length - 1]!
  for (let i = 1; i < runStarts.length; i++) {
    const start = runStarts[i]!
    if (first < start && last >= start) return false
  }
  return true
}

/** A set at least this many times the wanted documents is not put into order whole. */
const LARGE_RATIO = 4

function isLarge(docs: DocSet, to: number): boolean {
  return docs.isByBits && docs.size >= to * LARGE_RATIO
}

/** The same of a set: of a large one only the beginnings of its runs are looked at. */
export function sliceOfSet(
  searcher: Pick<Searcher, 'runStarts' | 'documentNumber'>,
  docs: DocSet,
  from: number,
  to: number,
): Uint32Array {
  if (!isLarge(docs, to)) {
    return sliceByNumber(searcher, docs.toArray(), from, to)
  }
  const { runStarts } = searcher
  const heads = runStarts.map((start, i) => {
    return docs.firstWithin(start, runStarts[i + 1] ?? Infinity, to)
  })
  if (heads.length === 1) return heads[0]!.subarray(from, to)
  const all = rawWords(heads.reduce((sum, head) => sum + head.length, 0))
  let length = 0
  for (const head of heads) {
    all.set(head, length)
    length += head.length
  }
  return sliceByNumber(searcher, all, from, to)
}

/** Documents that are in the order of their numbers already. */
interface Run {
  at: number
  readonly end: number
  /** Of the document at `at`; infinite when the run is used up. */
  number: number
}

function cutRuns(
  searcher: Pick<Searcher, 'runStarts' | 'documentNumber'>,
  docs: Uint32Array,
): Run[] {
  const { runStarts } = searcher
  const runs: Run[] = []
  let at = 0
  for (let i = 0; i < runStarts.length && at < docs.length; i++) {
    const next = i + 1 < runStarts.length ? runStarts[i + 1]! : Infinity
    const end = docs[docs.length - 1]! < next ? docs.length : lowerBound(docs, next)
    if (end > at) runs.push({ at, end, number: searcher.documentNumber(docs[at]!) })
    at = end
  }
  return runs
}
