import type { FilterContext } from './filter-context.ts'
import { filterablePatterns, isFilterable } from './filterable.ts'
import { errorAt, quote } from './filter-source.ts'
import type { FilterPlace } from './filter-source.ts'
import { isGeoFilterable, isGeojsonFilterable } from './geo-arguments.ts'
import type { FilterNode } from './nodes/filter-node.ts'

interface Wrong {
  readonly name: string
  readonly place: FilterPlace
}

/** Throws when an attribute of the filter is not filterable: about the last such one in reading order. */
export function checkFilterable(node: FilterNode, context: FilterContext): void {
  const wrong = lastWrong(node, context)
  if (wrong === null) return
  const patterns = filterablePatterns(context.searcher.settings)
  const available =
    patterns.length === 0
      ? 'This index has no filterable attributes.'
      : `Filterable attributes: ${patterns.map((pattern) => `\`${pattern}\``).join(', ')}.`
  throw errorAt(wrong.place, `Attribute ${quote(wrong.name)} is not filterable. ${available}`)
}

function lastWrong(node: FilterNode, context: FilterContext): Wrong | null {
  const { settings } = context.searcher
  switch (node.kind) {
    case 'and':
    case 'or': {
      for (let i = node.members.length - 1; i >= 0; i--) {
        const wrong = lastWrong(node.members[i]!, context)
        if (wrong !== null) return wrong
      }
      return null
    }
    case 'not':
      return lastWrong(node.member, context)
    case 'vectorsExist':
      return null
    case 'geoPolygon':
      if (isGeojsonFilterable(settings)) return null
      return { name: '_geojson', place: node.points[0]!.lat.place }
    case 'geoRadius':
    case 'geoBoundingBox': {
      if (isGeoFilterable(settings) || isGeojsonFilterable(settings)) return null
      const first = node.kind === 'geoRadius' ? node.center : node.topRight
      return { name: '_geo/_geojson', place: first.lat.place }
    }
    default: {
      const { path, place } = node.attribute
      return isFilterable(context.features(path)) ? null : { name: path, place }
    }
  }
}
