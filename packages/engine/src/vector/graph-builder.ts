// Builds a navigable small-world graph over rows: levels of links, thinner the higher, each row linked to near rows that do
// not lie behind one another (Malkov and Yashunin, "Efficient and robust approximate nearest neighbor search using
// hierarchical navigable small world graphs"). The same rows always give the same graph.

import { descend, LayerSearch } from './layer-search.ts'
import { LayeredLinks, NO_ROW } from './layered-links.ts'
import type { RowScorer } from './row-scorer.ts'

/** Links that a row makes when it comes in. */
const LINKS_MADE = 16
/** Links that a row may have on the ground, and above. */
export const GROUND_LINKS_MAX = 32
export const UPPER_LINKS_MAX = 16
/** Lists may grow by this much while building before they are cut: the more, the fewer cuts. */
const SLACK = 16
/** Rows that the search for neighbours keeps, and how many of them may become neighbours. */
const BUILD_KEEP = 100
const CANDIDATES_MAX = 64
/** Reached once in 10^18 rows; a bound all the same. */
const LEVEL_MAX = 15

/** Links, and the row at which every search starts. */
export interface Graph {
  readonly links: LayeredLinks
  readonly entryRow: number
  readonly entryLevel: number
}

/** Takes rows one by one. Rows that never come in have no links. */
export class GraphBuilder {
  readonly links: LayeredLinks
  readonly scorer: RowScorer
  readonly search: LayerSearch = new LayerSearch()
  entryRow = -1
  entryLevel = -1
  readonly #candidateRows = new Uint32Array(1024)
  readonly #candidateScores = new Float32Array(1024)
  readonly #selected = new Uint32Array(GROUND_LINKS_MAX)

  /** `levels` holds the highest level of each row. */
  constructor(scorer: RowScorer, levels: Uint8Array) {
    this.scorer = scorer
    const upperRows: number[] = []
    const upperStarts: number[] = [0]
    for (const [row, level] of levels.entries()) {
      if (level === 0) continue
      upperRows.push(row)
      upperStarts.push(upperStarts.at(-1)! + level)
    }
    const groundStride = GROUND_LINKS_MAX + SLACK
    const upperStride = UPPER_LINKS_MAX + SLACK
    this.links = new LayeredLinks({
      ground: new Uint32Array(levels.length * groundStride).fill(NO_ROW),
      groundStride,
      upperRows: Uint32Array.from(upperRows),
      upperStarts: Uint32Array.from(upperStarts),
      upper: new Uint32Array(upperStarts.at(-1)! * upperStride).fill(NO_ROW),
      upperStride,
    })
  }

  /** Links a row with those that are already in. */
  insert(row: number): void {
    const { links } = this
    const level = links.levelOf(row)
    if (this.entryRow >= 0) {
      const from = this.#startFor(row, level)
      for (let at = Math.min(level, this.entryLevel); at >= 0; at--) this.#link(row, at, from)
    }
    this.offerEntry(row, level)
  }

  /** Makes a row the one to start from if it reaches higher than the present one. */
  offerEntry(row: number, level: number): void {
    if (level <= this.entryLevel) return
    this.entryRow = row
    this.entryLevel = level
  }

  /** The rows nearest to `row` that a walk over a level meets, best first; the view is valid until the next call. */
  nearestRows(row: number, level: number, from: { row: number; score: number }): Uint32Array {
    this.scorer.setQueryRow(row)
    this.search.begin(this.links.rowCount)
    this.search.start(from.row, from.score, WALK)
    this.search.walk(this.links, level, this.scorer, WALK)
    const count = this.#takeFound()
    from.row = this.#candidateRows[0]!
    from.score = this.#candidateScores[0]!
    return this.#candidateRows.subarray(0, count)
  }

  /** Gives a row the best of `others`, which must not hold the row itself. */
  chooseLinks(row: number, others: Uint32Array, level: number): void {
    const offset = this.links.offsetOf(row, level)
    const lists = this.links.listsOf(level)
    const max = level === 0 ? GROUND_LINKS_MAX : UPPER_LINKS_MAX
    const count = this.#select(this.#sortByScore(row, others), max)
    const stride = this.links.strideOf(level)
    for (let i = 0; i < stride; i++) lists[offset + i] = i < count ? this.#selected[i]! : NO_ROW
  }

  /** Cuts all lists to their final length. */
  cutLists(): void {
    const { rowCount, upperRows, upperStarts } = this.links
    for (let row = 0; row < rowCount; row++) this.#cut(row, 0)
    for (const [i, row] of upperRows.entries()) {
      const levelCount = upperStarts[i + 1]! - upperStarts[i]!
      for (let level = 1; level <= levelCount; level++) this.#cut(row, level)
    }
  }

  /** The graph, after all lists were cut. */
  finish(): Graph {
    const { ground, groundStride, upper, upperStride, upperRows, upperStarts } = this.links
    const links = new LayeredLinks({
      ground: narrowed(ground, groundStride, GROUND_LINKS_MAX),
      groundStride: GROUND_LINKS_MAX,
      upperRows,
      upperStarts,
      upper: narrowed(upper, upperStride, UPPER_LINKS_MAX),
      upperStride: UPPER_LINKS_MAX,
    })
    return { links, entryRow: this.entryRow, entryLevel: this.entryLevel }
  }

  /** Goes down to the level above the ones that the row reaches. */
  #startFor(row: number, level: number): { row: number; score: number } {
    const { scorer } = this
    scorer.setQueryRow(row)
    scorer.rows[0] = this.entryRow
    const from = { row: this.entryRow, score: scorer.scoreRows(1)[0]! }
    for (let at = this.entryLevel; at > level; at--) descend(this.links, at, scorer, from)
    return from
  }

  #link(row: number, level: number, from: { row: number; score: number }): void {
    const found = this.nearestRows(row, level, from)
    const count = this.#select(Math.min(found.length, CANDIDATES_MAX), LINKS_MADE)
    const lists = this.links.listsOf(level)
    const offset = this.links.offsetOf(row, level)
    for (let i = 0; i < count; i++) lists[offset + i] = this.#selected[i]!
    for (let i = 0; i < count; i++) this.#addLink(lists[offset + i]!, row, level)
  }

  #addLink(row: number, other: number, level: number): void {
    const lists = this.links.listsOf(level)
    const stride = this.links.strideOf(level)
    const offset = this.links.offsetOf(row, level)
    let count = lengthOf(lists, offset, stride)
    if (count === stride) {
      this.#cut(row, level)
      count = lengthOf(lists, offset, stride)
    }
    lists[offset + count] = other
  }

  /** Leaves no more links than a row may have. */
  #cut(row: number, level: number): void {
    const lists = this.links.listsOf(level)
    const stride = this.links.strideOf(level)
    const offset = this.links.offsetOf(row, level)
    const max = level === 0 ? GROUND_LINKS_MAX : UPPER_LINKS_MAX
    if (lists[offset + max] === NO_ROW) return
    const length = lengthOf(lists, offset, stride)
    this.chooseLinks(row, lists.subarray(offset, offset + length), level)
  }

  /** Makes `others` the candidates, best first. */
  #sortByScore(row: number, others: Uint32Array): number {
    const { scorer } = this
    const { found } = this.search
    const count = Math.min(others.length, scorer.rows.length)
    scorer.setQueryRow(row)
    for (let i = 0; i < count; i++) scorer.rows[i] = others[i]!
    const scores = scorer.scoreRows(count)
    found.clear()
    for (let i = 0; i < count; i++) found.push(scores[i]!, scorer.rows[i]!)
    return this.#takeFound()
  }

  /** Makes what was found the candidates, best first. */
  #takeFound(): number {
    const { found } = this.search
    const count = found.size
    for (let i = count - 1; i >= 0; i--) {
      this.#candidateRows[i] = found.rows[0]!
      this.#candidateScores[i] = found.keys[0]!
      found.pop()
    }
    return count
  }

  /** Chooses the candidates that are nearer to the row than to any chosen one. */
  #select(candidateCount: number, max: number): number {
    const { scorer } = this
    let count = 0
    for (let i = 0; i < candidateCount && count < max; i++) {
      const candidate = this.#candidateRows[i]!
      const score = this.#candidateScores[i]!
      let isBehind = false
      if (count > 0) {
        scorer.setQueryRow(candidate)
        const scores = scorer.scoreRows(count)
        for (let k = 0; k < count && !isBehind; k++) isBehind = scores[k]! > score
      }
      if (!isBehind) scorer.rows[count++] = candidate
    }
    for (let i = 0; i < count; i++) this.#selected[i] = scorer.rows[i]!
    return count
  }
}

const WALK = { keep: BUILD_KEEP }

/** 0 for fifteen rows of sixteen, 1 for fifteen sixteenths of the rest, and so on; always the same for the same row. */
export function levelFor(row: number): number {
  let hash = Math.imul(row + 0x9e3779b9, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash = (hash ^ (hash >>> 16)) >>> 0
  const level = Math.floor(-Math.log((hash + 1) / 2 ** 32) / Math.log(LINKS_MADE))
  return Math.min(level, LEVEL_MAX)
}

function lengthOf(lists: Uint32Array, offset: number, stride: number): number {
  let length = 0
  while (length < stride && lists[offset + length] !== NO_ROW) length++
  return length
}

function narrowed(lists: Uint32Array, stride: number, width: number): Uint32Array {
  const count = lists.length / stride
  const result = new Uint32Array(count * width)
  for (let i = 0; i < count; i++) {
    result.set(lists.subarray(i * stride, i * stride + width), i * width)
  }
  return result
}
