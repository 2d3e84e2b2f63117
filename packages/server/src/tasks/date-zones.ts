// The earliest and latest dates in each chunk of uids. A date filter takes or drops most chunks whole; only those on the edge
// of the asked span are read one by one. Bounds only widen: they stay true when members are removed.

import type { Instant } from './instant.ts'
import type { TextTable } from './log-storage.ts'
import { chunkOf } from './uid-sets.ts'

export const DATE_FIELDS = ['enqueuedAt', 'startedAt', 'finishedAt'] as const
export type DateField = (typeof DATE_FIELDS)[number]
/** Earliest and latest value per field; equal ones for a task, a span for a batch. */
export type Dates = Readonly<Record<DateField, readonly [Instant, Instant] | null>>

/** Strict bounds; null = open. */
export interface DateSpan {
  readonly after: Instant | null
  readonly before: Instant | null
}

/** Whether all, none or only some members of the chunk can lie inside the span. */
export function zoneMatch(
  table: TextTable<Uint8Array>,
  zone: { readonly name: string; readonly chunk: number; readonly field: DateField },
  span: DateSpan,
): 'all' | 'none' | 'some' {
  const bounds = readZone(table, zoneKey(zone.name, zone.chunk))
  const position = DATE_FIELDS.indexOf(zone.field) * 2
  const earliest = bounds[position]!
  const latest = bounds[position + 1]!
  if (earliest > latest) return 'none'
  const after = span.after ?? -Infinity
  const before = span.before ?? Infinity
  if (earliest >= before || latest <= after) return 'none'
  return earliest > after && latest < before ? 'all' : 'some'
}

/** Whether some moment between the two dates lies inside the span. */
export function isInSpan(dates: readonly [Instant, Instant], span: DateSpan): boolean {
  return (
    (span.after === null || dates[1] > span.after) &&
    (span.before === null || dates[0] < span.before)
  )
}

/** Collects the dates written by one transaction. */
export class DateZoneWriter {
  readonly #table: TextTable<Uint8Array>
  readonly #name: string
  readonly #dirty = new Map<number, Float64Array>()

  constructor(table: TextTable<Uint8Array>, name: string) {
    this.#table = table
    this.#name = name
  }

  widen(uid: number, dates: Dates): void {
    const chunk = chunkOf(uid)
    const bounds = this.#dirty.get(chunk) ?? readZone(this.#table, zoneKey(this.#name, chunk))
    this.#dirty.set(chunk, bounds)
    for (const [i, field] of DATE_FIELDS.entries()) {
      const value = dates[field]
      if (value === null) continue
      bounds[i * 2] = Math.min(bounds[i * 2]!, value[0])
      bounds[i * 2 + 1] = Math.max(bounds[i * 2 + 1]!, value[1])
    }
  }

  flush(): void {
    for (const [chunk, bounds] of this.#dirty) {
      this.#table.put(zoneKey(this.#name, chunk), new Uint8Array(bounds.buffer))
    }
  }
}

function readZone(table: TextTable<Uint8Array>, key: string): Float64Array {
  const bytes = table.get(key)
  if (bytes === undefined) {
    return Float64Array.of(Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity)
  }
  // copied, because a view on stored bytes need not be aligned
  return new Float64Array(new Uint8Array(bytes).buffer)
}

function zoneKey(name: string, chunk: number): string {
  return `${name}/${String(chunk).padStart(7, '0')}`
}
