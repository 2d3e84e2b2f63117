import type { QueryGroup } from './collections.ts'
import { median, quantile } from './figure.ts'

/** Milliseconds of each search, by group. */
export type SearchTimes = Readonly<Record<string, readonly number[]>>

export interface SearchTimesOptions {
  readonly rounds: number
  /** No new round is begun after this time; the first one is always finished. */
  readonly budgetMs: number
}

/** Runs every query in rounds and times each, after a warm-up that is not counted. */
export async function timeSearches(
  search: (text: string) => Promise<unknown>,
  groups: readonly QueryGroup[],
  { rounds, budgetMs }: SearchTimesOptions,
): Promise<SearchTimes> {
  const start = performance.now()
  const spent = (): number => performance.now() - start
  for (const { texts } of groups) {
    for (const text of texts) if (spent() < budgetMs / 4) await search(text)
  }
  const times = Object.fromEntries(groups.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds && (round === 0 || spent() < budgetMs); round++) {
    for (const { name, texts } of groups) {
      for (const text of texts) {
        const before = performance.now()
        await search(text)
        times[name]!.push(performance.now() - before)
      }
    }
  }
  return times
}

/** The median and the 99th percentile over all groups. */
export function overAll(times: SearchTimes): { p50Ms: number; p99Ms: number } {
  const all = Object.values(times).flat()
  return { p50Ms: median(all), p99Ms: quantile(all, 0.99) }
}
