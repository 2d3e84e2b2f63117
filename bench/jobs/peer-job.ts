// Indexes the packages with one search engine of `engines/` and searches them.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { QueryGroup } from '../collections.ts'
import { ENGINES } from '../engines/registry.ts'
import type { PackageDocument } from '../engines/search-engine.ts'
import { peakMiB, restMiB } from '../footprint.ts'
import { serveJob } from '../job.ts'
import { type SearchTimes, timeSearches, type SearchTimesOptions } from '../search-times.ts'

export interface PeerJob {
  /** A name in the registry. */
  readonly engine: string
  /** NDJSON. */
  readonly file: string
  /** Empty, for engines that keep their index on disk. */
  readonly folder: string
  readonly queries: readonly QueryGroup[]
  readonly searching: SearchTimesOptions
}

export interface PeerJobResult {
  /** From the file on disk to everything searchable. */
  readonly seconds: number
  readonly peakMiB: number
  /** Memory after indexing, once garbage is collected. */
  readonly restMiB: number
  readonly searchTimes: SearchTimes
  /** Share of the queries that found anything, by group. */
  readonly answeredShares: Readonly<Record<string, number>>
}

serveJob(async (job: PeerJob): Promise<PeerJobResult> => {
  const { engine: name, file, folder, queries, searching } = job
  const openEngine = ENGINES[name]
  if (openEngine === undefined) throw new Error(`no engine is called ${name}`)
  const engine = await openEngine({ folder })
  const start = performance.now()
  await engine.index({ file, documents: () => readDocuments(file) })
  const seconds = (performance.now() - start) / 1000
  const footprint = { peakMiB: peakMiB(), restMiB: restMiB() }
  const searchTimes = await timeSearches((text) => engine.search(text), queries, searching)
  const answeredShares: Record<string, number> = {}
  for (const { name: group, texts } of queries) {
    let answered = 0
    for (const text of texts) if ((await engine.search(text)).length > 0) answered++
    answeredShares[group] = answered / texts.length
  }
  await engine.close()
  return { seconds, ...footprint, searchTimes, answeredShares }
})

async function* readDocuments(file: string): AsyncGenerator<PackageDocument> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    yield JSON.parse(line) as PackageDocument
  }
}
