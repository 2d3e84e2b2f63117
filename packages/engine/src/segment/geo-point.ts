// The reserved field `_geo` of a document.

import { InputError } from '../errors.ts'

export interface GeoPoint {
  readonly lat: number
  readonly lng: number
}

/** The point of a `_geo` value, null when it has none. `documentId` is for the message. */
export function parseGeoPoint(value: unknown, documentId: string): GeoPoint | null {
  if (value === null || value === undefined) return null
  return isPlainPoint(value) ? value : parseUnusual(value, documentId)
}

/** Nearly every point: two finite numbers and nothing else. */
function isPlainPoint(value: unknown): value is GeoPoint {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  for (const key in value) if (key !== 'lat' && key !== 'lng') return false
  const { lat, lng } = value as Partial<Record<string, unknown>>
  return Number.isFinite(lat) && Number.isFinite(lng)
}

function parseUnusual(value: unknown, documentId: string): GeoPoint {
  const refuse = (reason: string): InputError =>
    new InputError(
      'invalid_document_geo_field',
      `The \`_geo\` field of the document with the id ${JSON.stringify(documentId)} ${reason}; an object like {"lat": 48.85, "lng": 2.35} is accepted.`,
    )
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('is not an object')
  const entries = new Map(Object.entries(value))
  const extra = [...entries.keys()].find((key) => key !== 'lat' && key !== 'lng')
  if (extra !== undefined) throw refuse(`has an unexpected member ${JSON.stringify(extra)}`)
  const coordinate = (name: 'lat' | 'lng', label: string): number => {
    if (!entries.has(name)) throw refuse(`has no ${label}`)
    const given: unknown = entries.get(name)
    const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
    if (typeof number !== 'number' || !Number.isFinite(number)) {
      throw refuse(`has a ${label} that is no finite number: ${JSON.stringify(given)}`)
    }
    return number
  }
  return { lat: coordinate('lat', 'latitude'), lng: coordinate('lng', 'longitude') }
}
