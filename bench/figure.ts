// What a bench measured: several samples of one quantity, told by their least, their middle and how far they lie apart.

/** Units of time are compared in units of the yardstick, others as they are. */
export type Unit = 's' | 'ms' | 'MiB' | 'units'

export interface Figure {
  readonly unit: Unit
  readonly min: number
  readonly median: number
  /** The median distance from the median: one outlier does not move it. */
  readonly spread: number
  readonly sampleCount: number
}

/** Figures by name, such as `index/packages/seconds`. */
export type Figures = Readonly<Record<string, Figure>>

/** The figure of at least one sample. */
export function figureOf(samples: readonly number[], unit: Unit): Figure {
  const middle = median(samples)
  return {
    unit,
    min: rounded(Math.min(...samples)),
    median: rounded(middle),
    spread: rounded(median(samples.map((sample) => Math.abs(sample - middle)))),
    sampleCount: samples.length,
  }
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[half] ?? Number.NaN
  return ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2
}

/** The sample that a share of all samples lies below. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** `median ± spread`, with no more digits than mean something. */
export function shown(figure: Figure): string {
  const { median: middle, spread, sampleCount } = figure
  return sampleCount < 2 ? short(middle) : `${short(middle)} ± ${short(spread)}`
}

/** A number for a table. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

function rounded(value: number): number {
  return Number(value.toPrecision(5))
}
