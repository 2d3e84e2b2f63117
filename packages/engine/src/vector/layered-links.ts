import { lowerBound } from '../bits/doc-set.ts'

/** In the place of a row where a list of links ends. */
export const NO_ROW = 0xffffffff

/** What links are kept in. */
export type LinkArrays = Pick<
  LayeredLinks,
  'ground' | 'groundStride' | 'upperRows' | 'upperStarts' | 'upper' | 'upperStride'
>

/**
 * Links between rows: one list per row on the ground level, and one per level for the few rows that reach higher. Lists have
 * a fixed length and end early with `NO_ROW`.
 */
export class LayeredLinks {
  readonly rowCount: number
  readonly ground: Uint32Array
  readonly groundStride: number
  /** The rows that reach above the ground, ascending. */
  readonly upperRows: Uint32Array
  /** The first list of each of them, and one past the last; one list per level. */
  readonly upperStarts: Uint32Array
  readonly upper: Uint32Array
  readonly upperStride: number

  constructor(parts: LinkArrays) {
    this.rowCount = parts.ground.length / parts.groundStride
    this.ground = parts.ground
    this.groundStride = parts.groundStride
    this.upperRows = parts.upperRows
    this.upperStarts = parts.upperStarts
    this.upper = parts.upper
    this.upperStride = parts.upperStride
  }

  listsOf(level: number): Uint32Array {
    return level === 0 ? this.ground : this.upper
  }

  strideOf(level: number): number {
    return level === 0 ? this.groundStride : this.upperStride
  }

  /** Where the list of a row starts; the row must reach the level. */
  offsetOf(row: number, level: number): number {
    if (level === 0) return row * this.groundStride
    return (this.upperStarts[lowerBound(this.upperRows, row)]! + level - 1) * this.upperStride
  }

  /** The highest level of a row. */
  levelOf(row: number): number {
    const index = lowerBound(this.upperRows, row)
    if (this.upperRows[index] !== row) return 0
    return this.upperStarts[index + 1]! - this.upperStarts[index]!
  }
}
