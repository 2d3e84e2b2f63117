// Points of several trees, nearest first: a heap of nodes and points by their least possible distance. A point that comes
// out of the heap is nearer than anything still inside.

import { unitVector } from './distance.ts'
import type { GeoPoint } from './distance.ts'
import { boxDistanceMin, childRange } from './point-tree.ts'
import type { PointTree } from './point-tree.ts'

/** A tree and the slot of its doc 0. */
export interface PlacedTree {
  readonly tree: PointTree
  readonly base: number
}

/** A point's level in the heap; trees are never this high. */
const POINT = 15

/** Walks the points whose slot is in `wanted`, nearest to `target` first, or farthest first. Lazy. */
export class NearestWalk {
  readonly #trees: readonly PlacedTree[]
  readonly #wanted: Uint32Array
  readonly #x: number
  readonly #y: number
  readonly #z: number
  #distances = new Float64Array(256)
  #items = new Float64Array(256)
  #size = 0

  constructor(
    trees: readonly PlacedTree[],
    wanted: Uint32Array,
    target: GeoPoint,
    isFarthestFirst = false,
  ) {
    this.#trees = trees
    this.#wanted = wanted
    // the farthest points are the nearest to the place opposite on the globe
    const sign = isFarthestFirst ? -1 : 1
    const [x, y, z] = unitVector(target)
    this.#x = sign * x
    this.#y = sign * y
    this.#z = sign * z
    for (const [index, { tree }] of trees.entries()) {
      if (tree.levels.length > 0) this.#pushNode(index, tree.levels.length - 1, 0)
    }
  }

  /** The slot of the next point and its place, or null at the end. */
  next(): { readonly slot: number; readonly point: GeoPoint } | null {
    while (this.#size > 0) {
      const item = this.#pop()
      const index = item % 2 ** 32
      const rest = (item - index) / 2 ** 32
      const treeIndex = rest >>> 4
      const { tree, base } = this.#trees[treeIndex]!
      if ((rest & 15) === POINT) {
        const point = { lat: tree.lats[index]!, lng: tree.lngs[index]! }
        return { slot: base + tree.docs[index]!, point }
      }
      this.#expand(treeIndex, rest & 15, index)
    }
    return null
  }

  #expand(treeIndex: number, level: number, index: number): void {
    const { tree, base } = this.#trees[treeIndex]!
    const [start, end] = childRange(tree, level, index)
    for (let child = start; child < end; child++) {
      if (level > 0) {
        this.#pushNode(treeIndex, level - 1, child)
        continue
      }
      const slot = base + tree.docs[child]!
      const word = this.#wanted[slot >>> 5] ?? 0
      if ((word & (1 << (slot & 31))) === 0) continue
      const dx = tree.vectors[3 * child]! - this.#x
      const dy = tree.vectors[3 * child + 1]! - this.#y
      const dz = tree.vectors[3 * child + 2]! - this.#z
      this.#push(dx * dx + dy * dy + dz * dz, (treeIndex * 16 + POINT) * 2 ** 32 + child)
    }
  }

  #pushNode(treeIndex: number, level: number, index: number): void {
    const { boxes } = this.#trees[treeIndex]!.tree.levels[level]!
    const distance = boxDistanceMin(boxes, 6 * index, this.#x, this.#y, this.#z)
    this.#push(distance, (treeIndex * 16 + level) * 2 ** 32 + index)
  }

  #push(distance: number, item: number): void {
    if (this.#size === this.#distances.length) this.#grow()
    const distances = this.#distances
    const items = this.#items
    let at = this.#size++
    while (at > 0) {
      const parent = (at - 1) >>> 1
      if (distances[parent]! <= distance) break
      distances[at] = distances[parent]!
      items[at] = items[parent]!
      at = parent
    }
    distances[at] = distance
    items[at] = item
  }

  #pop(): number {
    const distances = this.#distances
    const items = this.#items
    const top = items[0]!
    const size = --this.#size
    const distance = distances[size]!
    const item = items[size]!
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && distances[child + 1]! < distances[child]!) child++
      if (distances[child]! >= distance) break
      distances[at] = distances[child]!
      items[at] = items[child]!
      at = child
    }
    distances[at] = distance
    items[at] = item
    return top
  }

  #grow(): void {
    const distances = new Float64Array(2 * this.#size)
    const items = new Float64Array(2 * this.#size)
    distances.set(this.#distances)
    items.set(this.#items)
    this.#distances = distances
    this.#items = items
  }
}
