// A walk over the links of one level, nearest rows first, that keeps the best rows it meets.

import type { LayeredLinks } from './layered-links.ts'
import { NO_ROW } from './layered-links.ts'
import type { RowScorer } from './row-scorer.ts'
import { ScoreHeap } from './score-heap.ts'

export interface WalkOptions {
  /** Rows to keep. */
  readonly keep: number
  /** Bit i of word i >> 5 is set where row i may be kept; all may when undefined. */
  readonly accepted?: Uint32Array | undefined
  /** What scores are divided by, row by row. */
  readonly norms?: Float32Array | undefined
  /** Rows to look at before the walk gives up. */
  readonly visitMax?: number
  /** Asked now and then. */
  readonly shouldStop?: (() => boolean) | undefined
}

/** Rows whose links are followed between two looks at the clock. */
const STOP_EVERY = 128

/** The state of walks, kept for the next one. */
export class LayerSearch {
  /** What was kept, worst on top. */
  readonly found: ScoreHeap = new ScoreHeap()
  /** Rows looked at by the last walk. */
  visitCount = 0
  readonly #frontier = new ScoreHeap()
  #visited = new Uint32Array(0)

  /** Forgets the last walk. */
  begin(rowCount: number): void {
    const words = (rowCount + 31) >>> 5
    if (this.#visited.length < words) this.#visited = new Uint32Array(words)
    else this.#visited.fill(0, 0, words)
    this.found.clear()
    this.#frontier.clear()
    this.visitCount = 0
  }

  /** Adds a row to start from. */
  start(row: number, score: number, { keep, accepted }: WalkOptions): void {
    const visited = this.#visited
    const bit = 1 << (row & 31)
    if ((visited[row >>> 5]! & bit) !== 0) return
    visited[row >>> 5] = visited[row >>> 5]! | bit
    this.#frontier.push(-score, row)
    if (accepted === undefined || (accepted[row >>> 5]! & bit) !== 0) {
      if (this.found.size < keep) this.found.push(score, row)
      else if (score > this.found.keys[0]!) this.found.replaceTop(score, row)
    }
  }

  /** Walks until nothing nearer is left; false when it gave up or was stopped before. */
  walk(links: LayeredLinks, level: number, scorer: RowScorer, options: WalkOptions): boolean {
    const { keep, accepted, norms, visitMax = Infinity, shouldStop } = options
    const lists = links.listsOf(level)
    const stride = links.strideOf(level)
    const visited = this.#visited
    const frontier = this.#frontier
    const { found } = this
    const batch = scorer.rows
    let stepCount = 0
    while (frontier.size > 0) {
      const nearest = -frontier.keys[0]!
      if (found.size >= keep && nearest < found.keys[0]!) return true
      if (this.visitCount > visitMax) return false
      if (++stepCount % STOP_EVERY === 0 && shouldStop?.() === true) return false
      const offset = links.offsetOf(frontier.rows[0]!, level)
      frontier.pop()
      let count = 0
      for (let at = offset; at < offset + stride; at++) {
        const row = lists[at]!
        if (row === NO_ROW) break
        const word = visited[row >>> 5]!
        const bit = 1 << (row & 31)
        if ((word & bit) !== 0) continue
        visited[row >>> 5] = word | bit
        batch[count++] = row
      }
      if (count === 0) continue
      this.visitCount += count
      const scores = scorer.scoreRows(count)
      for (let i = 0; i < count; i++) {
        const row = batch[i]!
        const score = norms === undefined ? scores[i]! : scores[i]! / norms[row]!
        const isFull = found.size >= keep
        if (isFull && score <= found.keys[0]!) continue
        frontier.push(-score, row)
        if (accepted !== undefined && (accepted[row >>> 5]! & (1 << (row & 31))) === 0) continue
        if (isFull) found.replaceTop(score, row)
        else found.push(score, row)
      }
    }
    return true
  }
}

/** Follows the links of one level to ever nearer rows until there is none. */
export function descend(
  links: LayeredLinks,
  level: number,
  scorer: RowScorer,
  from: { row: number; score: number },
  norms?: Float32Array,
): void {
  const lists = links.listsOf(level)
  const stride = links.strideOf(level)
  for (;;) {
    const offset = links.offsetOf(from.row, level)
    let count = 0
    while (count < stride && lists[offset + count] !== NO_ROW) {
      scorer.rows[count] = lists[offset + count]!
      count++
    }
    const scores = scorer.scoreRows(count)
    let best = -1
    for (let i = 0; i < count; i++) {
      const score = norms === undefined ? scores[i]! : scores[i]! / norms[scorer.rows[i]!]!
      if (score > from.score) {
        from.score = score
        best = i
      }
    }
    if (best < 0) return
    from.row = scorer.rows[best]!
  }
}
