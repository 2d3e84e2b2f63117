// A static tree over places on the globe: points sorted along a Z-shaped curve through latitude and longitude, packed
// sixteen to a node, nodes sixteen to a node above. Each node knows two boxes: one in space (on the unit sphere, for
// distances: no seam at the date line, no pole) and one in degrees (for bounding boxes).
//
//   level 1    [ 0 ............ 15 ][ 16 .... ]      node i has children 16 i … 16 i + 15 of the level below
//   level 0    [0..15][16..31] ...                   node i has points 16 i … 16 i + 15
//   points     · · · · · · · · · · ·                 in curve order

import { chordSquared, distanceMetres, unitVector, unitVectors } from './distance.ts'
import type { GeoPoint } from './distance.ts'

/** Children per node, as a shift: 16. */
const FANOUT_BITS = 4
const FANOUT = 1 << FANOUT_BITS

/**
 * The formula of `distanceMetres` loses digits close to zero. Points nearer to a circle than this are measured with it,
 * the others by their chord.
 */
const EXACT_MARGIN_METRES = 1

/** Places by doc id. Immutable. */
export class PointTree {
  readonly count: number
  /** Doc id of each point, in curve order, as all that follow. */
  readonly docs: Uint32Array
  readonly lats: Float64Array
  readonly lngs: Float64Array
  /** x, y, z of each point on the unit sphere. */
  readonly vectors: Float64Array
  /** Levels of nodes; the last has one node. None when there are no points. */
  readonly levels: readonly TreeLevel[]

  /** `lats[i]`, `lngs[i]` is the place of `docs[i]`; the arrays are copied. */
  constructor(docs: Uint32Array, lats: Float64Array, lngs: Float64Array) {
    const order = curveOrder(lats, lngs)
    this.count = docs.length
    this.docs = new Uint32Array(docs.length)
    this.lats = new Float64Array(docs.length)
    this.lngs = new Float64Array(docs.length)
    for (let i = 0; i < order.length; i++) {
      this.docs[i] = docs[order[i]!]!
      this.lats[i] = lats[order[i]!]!
      this.lngs[i] = lngs[order[i]!]!
    }
    this.vectors = unitVectors(this.lats, this.lngs)
    this.levels = buildLevels(this)
  }

  /** Sets the bit of `base + doc` for every point at most `metres` from `center`. */
  addWithinRadius(center: GeoPoint, metres: number, bits: Uint32Array, base: number): void {
    if (!(metres >= 0)) return
    const [x, y, z] = unitVector(center)
    const inside = chordSquared(metres - EXACT_MARGIN_METRES)
    const outside = chordSquared(metres + EXACT_MARGIN_METRES)
    const stack: number[] = []
    pushRoot(this, stack)
    while (stack.length > 0) {
      const index = stack.pop()!
      const level = stack.pop()!
      const { boxes } = this.levels[level]!
      if (boxDistanceMin(boxes, 6 * index, x, y, z) > outside) continue
      if (boxDistanceMax(boxes, 6 * index, x, y, z) < inside) {
        const width = FANOUT_BITS * (level + 1)
        const end = Math.min(this.count, (index + 1) * 2 ** width)
        for (let i = index * 2 ** width; i < end; i++) setBit(bits, base + this.docs[i]!)
      } else if (level > 0) {
        pushChildren(this, level, index, stack)
      } else {
        this.#addLeafWithin(index, center, metres, { x, y, z, inside, outside }, bits, base)
      }
    }
  }

  #addLeafWithin(
    leaf: number,
    center: GeoPoint,
    metres: number,
    reach: { x: number; y: number; z: number; inside: number; outside: number },
    bits: Uint32Array,
    base: number,
  ): void {
    const { vectors } = this
    const end = Math.min(this.count, (leaf + 1) << FANOUT_BITS)
    for (let i = leaf << FANOUT_BITS; i < end; i++) {
      const dx = vectors[3 * i]! - reach.x
      const dy = vectors[3 * i + 1]! - reach.y
      const dz = vectors[3 * i + 2]! - reach.z
      const chord = dx * dx + dy * dy + dz * dz
      if (chord > reach.outside) continue
      const isWithin =
        chord < reach.inside ||
        distanceMetres(center, { lat: this.lats[i]!, lng: this.lngs[i]! }) <= metres
      if (isWithin) setBit(bits, base + this.docs[i]!)
    }
  }

  /** Sets the bit of `base + doc` for every point with latitude and longitude inside the rectangle, edges included. */
  addWithinRectangle(rectangle: Rectangle, bits: Uint32Array, base: number): void {
    const { south, west, north, east } = rectangle
    const stack: number[] = []
    pushRoot(this, stack)
    while (stack.length > 0) {
      const index = stack.pop()!
      const level = stack.pop()!
      const { degrees } = this.levels[level]!
      const at = 4 * index
      if (degrees[at]! > north || degrees[at + 1]! > east) continue
      if (degrees[at + 2]! < south || degrees[at + 3]! < west) continue
      if (level > 0) {
        pushChildren(this, level, index, stack)
        continue
      }
      const end = Math.min(this.count, (index + 1) << FANOUT_BITS)
      for (let i = index << FANOUT_BITS; i < end; i++) {
        const lat = this.lats[i]!
        const lng = this.lngs[i]!
        if (lat < south || lat > north || lng < west || lng > east) continue
        setBit(bits, base + this.docs[i]!)
      }
    }
  }
}

/** Degrees; west is not above east. */
export interface Rectangle {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

export interface TreeLevel {
  readonly count: number
  /** Per node: least x, y, z, then greatest x, y, z. */
  readonly boxes: Float64Array
  /** Per node: least latitude and longitude, then greatest. */
  readonly degrees: Float64Array
}

/** Child positions of a node: of the level below, or points under a leaf. */
export function childRange(tree: PointTree, level: number, index: number): [number, number] {
  const below = level > 0 ? tree.levels[level - 1]!.count : tree.count
  return [index << FANOUT_BITS, Math.min(below, (index + 1) << FANOUT_BITS)]
}

/** Square of the distance from a point in space to the nearest point of a box. */
export function boxDistanceMin(
  boxes: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): number {
  const dx = Math.max(boxes[at]! - x, 0, x - boxes[at + 3]!)
  const dy = Math.max(boxes[at + 1]! - y, 0, y - boxes[at + 4]!)
  const dz = Math.max(boxes[at + 2]! - z, 0, z - boxes[at + 5]!)
  return dx * dx + dy * dy + dz * dz
}

function boxDistanceMax(boxes: Float64Array, at: number, x: number, y: number, z: number): number {
  const dx = Math.max(x - boxes[at]!, boxes[at + 3]! - x)
  const dy = Math.max(y - boxes[at + 1]!, boxes[at + 4]! - y)
  const dz = Math.max(z - boxes[at + 2]!, boxes[at + 5]! - z)
  return dx * dx + dy * dy + dz * dz
}

function pushRoot(tree: PointTree, stack: number[]): void {
  if (tree.levels.length > 0) stack.push(tree.levels.length - 1, 0)
}

function pushChildren(tree: PointTree, level: number, index: number, stack: number[]): void {
  const [start, end] = childRange(tree, level, index)
  for (let child = start; child < end; child++) stack.push(level - 1, child)
}

function setBit(bits: Uint32Array, slot: number): void {
  bits[slot >>> 5] = bits[slot >>> 5]! | (1 << (slot & 31))
}

function buildLevels(tree: PointTree): TreeLevel[] {
  const levels: TreeLevel[] = []
  for (let below = tree.count; below > 1 || (below === 1 && levels.length === 0);) {
    const level = emptyLevel(Math.ceil(below / FANOUT))
    const source = levels.at(-1)
    if (source === undefined) addPoints(level, tree)
    else addNodes(level, source)
    levels.push(level)
    below = level.count
  }
  return levels
}

/** Boxes that hold nothing yet. */
function emptyLevel(count: number): TreeLevel {
  const boxes = new Float64Array(6 * count)
  const degrees = new Float64Array(4 * count)
  for (let node = 0; node < count; node++) {
    boxes.fill(Infinity, 6 * node, 6 * node + 3).fill(-Infinity, 6 * node + 3, 6 * node + 6)
    degrees.fill(Infinity, 4 * node, 4 * node + 2).fill(-Infinity, 4 * node + 2, 4 * node + 4)
  }
  return { count, boxes, degrees }
}

function addPoints({ boxes, degrees }: TreeLevel, tree: PointTree): void {
  const { vectors, lats, lngs, count } = tree
  for (let i = 0; i < count; i++) {
    const node = i >>> FANOUT_BITS
    for (let axis = 0; axis < 3; axis++) {
      const value = vectors[3 * i + axis]!
      const at = 6 * node + axis
      if (value < boxes[at]!) boxes[at] = value
      if (value > boxes[at + 3]!) boxes[at + 3] = value
    }
    const at = 4 * node
    if (lats[i]! < degrees[at]!) degrees[at] = lats[i]!
    if (lngs[i]! < degrees[at + 1]!) degrees[at + 1] = lngs[i]!
    if (lats[i]! > degrees[at + 2]!) degrees[at + 2] = lats[i]!
    if (lngs[i]! > degrees[at + 3]!) degrees[at + 3] = lngs[i]!
  }
}

function addNodes(level: TreeLevel, source: TreeLevel): void {
  for (let i = 0; i < source.count; i++) {
    const node = i >>> FANOUT_BITS
    widen(level.boxes, node, source.boxes, i, 3)
    widen(level.degrees, node, source.degrees, i, 2)
  }
}

/** Makes one box hold another; a box is its least values in each dimension, then its greatest. */
function widen(
  boxes: Float64Array,
  node: number,
  others: Float64Array,
  other: number,
  dimensions: number,
): void {
  for (let i = 0; i < dimensions; i++) {
    const low = 2 * dimensions * node + i
    const high = low + dimensions
    const otherLow = 2 * dimensions * other + i
    boxes[low] = Math.min(boxes[low]!, others[otherLow]!)
    boxes[high] = Math.max(boxes[high]!, others[otherLow + dimensions]!)
  }
}

/** Positions of the points along the curve: a radix sort of 32-bit curve keys, 16 bits at a time. */
function curveOrder(lats: Float64Array, lngs: Float64Array): Uint32Array {
  const count = lats.length
  const keys = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const row = Math.min(0xffff, Math.max(0, Math.floor(((lats[i]! + 90) / 180) * 0x10000)))
    const column = Math.min(0xffff, Math.max(0, Math.floor(((lngs[i]! + 180) / 360) * 0x10000)))
    keys[i] = (spread(row) << 1) | spread(column)
  }
  let from: Uint32Array = Uint32Array.from({ length: count }, (_, i) => i)
  let to: Uint32Array = new Uint32Array(count)
  for (let shift = 0; shift < 32; shift += 16) {
    const starts = new Uint32Array(0x10001)
    for (let i = 0; i < count; i++) starts[((keys[i]! >>> shift) & 0xffff) + 1]!++
    for (let digit = 0; digit < 0x10000; digit++) starts[digit + 1]! += starts[digit]!
    for (let i = 0; i < count; i++) {
      const digit = (keys[from[i]!]! >>> shift) & 0xffff
      to[starts[digit]!++] = from[i]!
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Puts a zero bit between the bits of a 16-bit number. */
function spread(value: number): number {
  let v = value
  v = (v | (v << 8)) & 0x00ff00ff
  v = (v | (v << 4)) & 0x0f0f0f0f
  v = (v | (v << 2)) & 0x33333333
  return (v | (v << 1)) & 0x55555555
}
