// The geo conditions, which look like calls.

import { errorAt, quote } from './filter-source.ts'
import type { GeoArgument, GeoPair } from './geo-arguments.ts'
import type { FilterLexer } from './lexer.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { geoBoundingBoxNode } from './nodes/geo-bounding-box.ts'
import { geoPolygonNode } from './nodes/geo-polygon.ts'
import { geoRadiusNode } from './nodes/geo-radius.ts'

const FORMS: Readonly<Record<string, string>> = {
  _geoRadius: '`_geoRadius(latitude, longitude, metres)`',
  _geoBoundingBox: '`_geoBoundingBox([latitude, longitude], [latitude, longitude])`',
  _geoPolygon:
    '`_geoPolygon([latitude, longitude], [latitude, longitude], [latitude, longitude], …)`',
}

/** Parses a geo condition; null, and nothing taken, when there is none. */
export function parseGeoCondition(lexer: FilterLexer): FilterNode | null {
  const { kind, text } = lexer.peek()
  if (kind !== 'word' || FORMS[text] === undefined) return null
  lexer.take()
  if (!lexer.takeIf('(')) throw formError(lexer, text)
  switch (text) {
    case '_geoRadius':
      return parseRadius(lexer)
    case '_geoBoundingBox':
      return parseBox(lexer)
    default:
      return parsePolygon(lexer)
  }
}

function parseRadius(lexer: FilterLexer): FilterNode {
  const { start } = lexer.peek()
  const numbers = takeNumbers(lexer, ')', '_geoRadius')
  const [lat, lng, metres, resolution] = numbers
  if (lat === undefined || lng === undefined || metres === undefined || numbers.length > 4) {
    const place = { source: lexer.source, start, end: lexer.peek().start }
    throw errorAt(
      place,
      `\`_geoRadius\` takes 3 or 4 arguments, ${numbers.length} found: ${FORMS['_geoRadius']}.`,
    )
  }
  return geoRadiusNode({ lat, lng }, metres, resolution ?? null)
}

function parseBox(lexer: FilterLexer): FilterNode {
  const topRight = takePair(lexer, '_geoBoundingBox')
  if (!lexer.takeIf(',')) throw formError(lexer, '_geoBoundingBox')
  const bottomLeft = takePair(lexer, '_geoBoundingBox')
  if (!lexer.takeIf(')')) throw formError(lexer, '_geoBoundingBox')
  return geoBoundingBoxNode(topRight, bottomLeft)
}

function parsePolygon(lexer: FilterLexer): FilterNode {
  const { start } = lexer.peek()
  const points: GeoPair[] = []
  do {
    points.push(takePair(lexer, '_geoPolygon'))
  } while (lexer.takeIf(',') && lexer.peek().text !== ')')
  const { end } = lexer.peek()
  if (!lexer.takeIf(')')) throw formError(lexer, '_geoPolygon')
  if (points.length < 3) {
    throw errorAt(
      { source: lexer.source, start, end: end - 1 },
      `\`_geoPolygon\` takes 3 points or more, ${points.length} found.`,
    )
  }
  return geoPolygonNode(points)
}

function takePair(lexer: FilterLexer, name: string): GeoPair {
  if (!lexer.takeIf('[')) throw formError(lexer, name)
  const { start } = lexer.peek()
  const numbers = takeNumbers(lexer, ']', name)
  const [lat, lng] = numbers
  if (lat === undefined || lng === undefined || numbers.length !== 2) {
    const place = numbers[0]?.place ?? { source: lexer.source, start, end: start }
    throw errorAt(place, `2 coordinates are expected, ${numbers.length} found: ${FORMS[name]}.`)
  }
  return Object.freeze({ lat, lng })
}

/** Numbers with commas between them, up to and with the closing symbol. */
function takeNumbers(lexer: FilterLexer, close: string, name: string): GeoArgument[] {
  const numbers: GeoArgument[] = []
  if (lexer.takeIf(close)) return numbers
  do {
    const number = lexer.takeNumber()
    if (number === null) throw formError(lexer, name)
    const { value, start, end } = number
    const place = Object.freeze({ source: lexer.source, start, end })
    numbers.push(Object.freeze({ value, place }))
  } while (lexer.takeIf(','))
  if (!lexer.takeIf(close)) throw formError(lexer, name)
  return numbers
}

function formError(lexer: FilterLexer, name: string): Error {
  const { source } = lexer
  const { start } = lexer.peek()
  const place = { source, start, end: source.text.length }
  const rest = source.text.slice(start)
  const found = rest === '' ? 'the end' : quote(rest)
  return errorAt(place, `\`${name}\` is written ${FORMS[name]}, found ${found}.`)
}
