// Coordinates as a filter gives them, and their checks.

import type { Settings } from '../settings/settings-table.ts'
import { errorAt } from './filter-source.ts'
import type { FilterPlace } from './filter-source.ts'

/** A number and where it stands. */
export interface GeoArgument {
  readonly value: number
  readonly place: FilterPlace
}

/** A latitude followed by a longitude. */
export interface GeoPair {
  readonly lat: GeoArgument
  readonly lng: GeoArgument
}

/** Throws unless the pair is a place on the globe. */
export function checkPair(pair: GeoPair): void {
  const { lat, lng } = pair
  if (!(Math.abs(lat.value) <= 90)) {
    throw errorAt(
      lat.place,
      `Latitude \`${lat.value}\` is not accepted: it must be from -90 to 90 degrees.`,
    )
  }
  if (!(Math.abs(lng.value) <= 180)) {
    const wrapped = ((((lng.value + 180) % 360) + 360) % 360) - 180
    throw errorAt(
      lng.place,
      `Longitude \`${lng.value}\` is not accepted: it must be from -180 to 180 degrees. ` +
        `Hint: the same meridian is \`${wrapped}\`.`,
    )
  }
}

/** True when places can be filtered: `_geo` stands in `filterableAttributes` under its plain name. */
export function isGeoFilterable(settings: Settings): boolean {
  return settings.filterableAttributes.includes('_geo')
}

/** True when shapes can be filtered: `_geojson` stands in `filterableAttributes` under its plain name. */
export function isGeojsonFilterable(settings: Settings): boolean {
  return settings.filterableAttributes.includes('_geojson')
}
