// The shapes of documents, from their `_geojson`. They have no column: all documents are read once per searcher, the first
// time that a filter asks for shapes.

import { Buffer } from 'node:buffer'

import { DocSet } from '../bits/doc-set.ts'
import { readGeojson } from '../geo/geojson.ts'
import type { GeoShape } from '../geo/geojson.ts'
import { meetsArea } from '../geo/shape-area.ts'
import type { Area } from '../geo/shape-area.ts'
import type { FilterSearcher } from './filter-context.ts'

interface PlacedShape {
  readonly slot: number
  readonly shape: GeoShape
}

const shapesBySearcher = new WeakMap<FilterSearcher, readonly PlacedShape[]>()

/** The live documents whose shape meets one of the areas. */
export function documentsMeeting(areas: readonly Area[], searcher: FilterSearcher): DocSet {
  let shapes = shapesBySearcher.get(searcher)
  if (shapes === undefined) {
    shapes = readShapes(searcher)
    shapesBySearcher.set(searcher, shapes)
  }
  const slots: number[] = []
  for (const { slot, shape } of shapes) {
    if (areas.some((area) => meetsArea(shape, area))) slots.push(slot)
  }
  return DocSet.fromSorted(Uint32Array.from(slots))
}

function readShapes(searcher: FilterSearcher): PlacedShape[] {
  const shapes: PlacedShape[] = []
  for (const slot of searcher.live.toArray()) {
    const bytes = searcher.documentBytes(slot)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (!text.includes('"_geojson"')) continue
    const document: unknown = JSON.parse(text.toString())
    if (typeof document !== 'object' || document === null || !('_geojson' in document)) continue
    const { _geojson: geojson } = document
    const shape = readGeojson(geojson)
    if (shape !== null) shapes.push({ slot, shape })
  }
  return shapes
}
