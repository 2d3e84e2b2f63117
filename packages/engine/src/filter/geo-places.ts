// Where the documents of a searcher are, from the columns `_geo.lat` and `_geo.lng`. Trees are built when first needed and
// kept as long as the segment they were built from, so that a commit costs a tree of its own documents only.

import { DocSet } from '../bits/doc-set.ts'
import type { GeoPoint } from '../geo/distance.ts'
import type { PlacedTree } from '../geo/nearest-walk.ts'
import { PointTree } from '../geo/point-tree.ts'
import type { ColumnPart } from '../index/column-view.ts'
import type { Searcher } from '../index/searcher.ts'
import { readNumber } from './filter-value.ts'

/** The searcher's documents that have a place. */
export interface GeoPlaces {
  /** Slots with a place, dead ones included. */
  readonly slots: DocSet
  readonly trees: readonly PlacedTree[]
  /** The place of a slot; null when it has none. */
  point(slot: number): GeoPoint | null
}

type GeoSearcher = Pick<Searcher, 'column' | 'slotCount'>

const placesBySearcher = new WeakMap<GeoSearcher, GeoPlaces>()
/** By the array of entries of the segment's latitudes, which lives as long as the segment is open. */
const treesByEntries = new WeakMap<Uint32Array, PointTree>()

/** The places of the searcher's documents. */
export function geoPlaces(searcher: GeoSearcher): GeoPlaces {
  const known = placesBySearcher.get(searcher)
  if (known !== undefined) return known
  const places = readPlaces(searcher)
  placesBySearcher.set(searcher, places)
  return places
}

interface PartPair {
  readonly lat: ColumnPart
  readonly lng: ColumnPart
}

function readPlaces(searcher: GeoSearcher): GeoPlaces {
  const lngs = new Map(searcher.column('_geo.lng')?.parts.map((part) => [part.base, part]))
  const pairs: PartPair[] = []
  for (const lat of searcher.column('_geo.lat')?.parts ?? []) {
    const lng = lngs.get(lat.base)
    if (lng !== undefined) pairs.push({ lat, lng })
  }
  const trees = pairs.map((pair) => ({ tree: treeOf(pair), base: pair.lat.base }))
  const bits = new Uint32Array((searcher.slotCount + 31) >>> 5)
  for (const { tree, base } of trees) {
    for (const doc of tree.docs) bits[(base + doc) >>> 5]! |= 1 << ((base + doc) & 31)
  }
  return { slots: DocSet.fromBits(bits).keep(), trees, point: (slot) => pointOf(pairs, slot) }
}

function treeOf(pair: PartPair): PointTree {
  const known = treesByEntries.get(pair.lat.entries)
  if (known !== undefined) return known
  const { docCount } = pair.lat
  const docs = new Uint32Array(docCount)
  const lats = new Float64Array(docCount)
  const lngs = new Float64Array(docCount)
  let count = 0
  for (let doc = 0; doc < docCount; doc++) {
    const lat = coordinate(pair.lat, doc)
    const lng = coordinate(pair.lng, doc)
    if (lat === null || lng === null) continue
    docs[count] = doc
    lats[count] = lat
    lngs[count++] = lng
  }
  const tree = new PointTree(
    docs.subarray(0, count),
    lats.subarray(0, count),
    lngs.subarray(0, count),
  )
  treesByEntries.set(pair.lat.entries, tree)
  return tree
}

function pointOf(pairs: readonly PartPair[], slot: number): GeoPoint | null {
  for (const pair of pairs) {
    const doc = slot - pair.lat.base
    if (doc < 0 || doc >= pair.lat.docCount) continue
    const lat = coordinate(pair.lat, doc)
    const lng = coordinate(pair.lng, doc)
    if (lat !== null && lng !== null) return { lat, lng }
  }
  return null
}

/** A coordinate is one value: a number, or a text that reads as one. */
function coordinate(part: ColumnPart, doc: number): number | null {
  const at = part.entryStarts[doc]!
  if (at === part.entryStarts[doc + 1]!) return null
  const entry = part.entries[at]!
  if (entry < part.numbers.length) return part.numbers[entry]!
  return readNumber(part.string(entry - part.numbers.length))
}
