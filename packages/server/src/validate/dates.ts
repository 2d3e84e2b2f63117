import type { Instant } from '../tasks/instant.ts'

const DAY = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?$/
const ZONE = /^(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/

/** Reads `YYYY-MM-DD` (midnight, UTC) or RFC 3339; null for anything else, such as the 30th of February. */
export function readDate(text: string): Instant | null {
  if (DAY.test(text)) return readDay(text)
  const [, time, zone] = /^[0-9-]{10}[Tt ](.*?)([Zz]|[+-][0-9]{2}:[0-9]{2})$/.exec(text) ?? []
  if (time === undefined || zone === undefined || text[10] === ' ') return null
  return joined(text.slice(0, 10), time, zone)
}

/**
 * RFC 3339 for a date and time that may lack its zone (UTC then) or its time (midnight then), and may have a space between
 * the two. The zone stays as it was given. Null for anything else.
 */
export function toRfc3339(text: string): string | null {
  const day = text.slice(0, 10)
  const rest = text.slice(10)
  const spelled = rest === '' ? `${day}T00:00:00Z` : `${day}T${rest.slice(1).toUpperCase()}`
  if (rest !== '' && !/^[Tt ]/.test(rest)) return null
  if (readDate(spelled) !== null) return spelled
  return readDate(`${spelled}Z`) === null ? null : `${spelled}Z`
}

function joined(day: string, time: string, zone: string): Instant | null {
  const midnight = readDay(day)
  const [, hours, minutes, seconds, fraction = ''] = TIME.exec(time) ?? []
  const zoneParts = ZONE.exec(zone)
  if (midnight === null || hours === undefined || zoneParts === null) return null
  const clock = [Number(hours), Number(minutes), Number(seconds)] as const
  if (clock[0] > 23 || clock[1] > 59 || clock[2] > 59) return null
  const microseconds = Number(fraction.padEnd(6, '0').slice(0, 6))
  const [, sign, zoneHours = '0', zoneMinutes = '0'] = zoneParts
  const shift = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1)
  const secondOfDay = clock[0] * 3600 + (clock[1] - shift) * 60 + clock[2]
  return midnight + secondOfDay * 1e6 + microseconds
}

function readDay(text: string): Instant | null {
  const [, year, month, day] = DAY.exec(text) ?? []
  const milliseconds = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (Number.isNaN(milliseconds)) return null
  // Date rolls the 30th of February over into March.
  return new Date(milliseconds).toISOString().slice(0, 10) === text ? milliseconds * 1000 : null
}
