// Points in time and spans between them, as the interface writes them.

/** Whole microseconds since 1970, UTC. Exact in a double until the year 2255. */
export type Instant = number

/** The current time; handed in, so that tests decide what time it is. */
export type Clock = () => Instant

/** RFC 3339 in UTC with as many digits of the second as are needed. */
export function formatInstant(instant: Instant): string {
  const milliseconds = Math.floor(instant / 1000)
  const whole = new Date(milliseconds).toISOString().slice(0, 19)
  const microseconds = Math.floor(instant - Math.floor(instant / 1e6) * 1e6)
  if (microseconds === 0) return `${whole}Z`
  return `${whole}.${String(microseconds).padStart(6, '0').replace(/0+$/, '')}Z`
}

/** ISO 8601 in days and seconds only; null when the clock moved back. */
export function formatDuration(microseconds: number): string | null {
  if (microseconds < 0) return null
  const days = Math.floor(microseconds / 86_400e6)
  const rest = microseconds - days * 86_400e6
  const day = days === 0 ? '' : `${days}D`
  if (rest === 0) return days === 0 ? 'PT0S' : `P${day}`
  return `P${day}T${Math.floor(rest / 1e6)}${fraction(rest % 1e6)}S`
}

// 3 or 6 digits: the smallest width that is exact.
function fraction(microseconds: number): string {
  if (microseconds === 0) return ''
  return microseconds % 1000 === 0
    ? `.${String(microseconds / 1000).padStart(3, '0')}`
    : `.${String(microseconds).padStart(6, '0')}`
}
