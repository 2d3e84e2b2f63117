// Documents that no rule tells apart come out by their document number (relevancy 6.2).

import { lowerBound } from '../bits/doc-set.ts'
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
