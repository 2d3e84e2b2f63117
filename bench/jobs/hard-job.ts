// Asks hard queries of an index that has never been asked before, one after another, each once.

import {
  createEngine,
  parseSettingsPatch,
  SEARCH_DEFAULTS,
  type SearchRequest,
} from '@sextant/engine'
import type { HardQuery } from '../hard-queries.ts'
import { untilIdle } from '../footprint.ts'
import { serveJob } from '../job.ts'
import { applyOperation } from './apply-operation.ts'

export interface HardJob {
  /** An empty or absent folder. */
  readonly folder: string
  readonly settings: Readonly<Record<string, unknown>>
  /** NDJSON. */
  readonly file: string
  readonly queries: readonly HardQuery[]
  /** The values of `searchCutoffMs` to ask under; null is the default. */
  readonly cutoffs: readonly (number | null)[]
}

/** Milliseconds of each query, in order, for each cutoff. */
export type HardJobResult = readonly (readonly number[])[]

const INDEX_ID = 'index'
const WARM_UPS = 5
const EASY: SearchRequest = {
  ...SEARCH_DEFAULTS,
  facets: ['*'],
  attributesToHighlight: ['*'],
  attributesToCrop: ['*'],
  showMatchesPosition: true,
  showRankingScoreDetails: true,
}

serveJob(async (job: HardJob): Promise<HardJobResult> => {
  const now = (): number => performance.now()
  const options = { path: job.folder, searchWorkerCount: 0, now }
  let engine = await createEngine(options)
  await engine.createIndex(INDEX_ID, { primaryKey: 'id', nowMs: Date.now(), batchUid: 0 })
  await applyOperation(engine, INDEX_ID, {
    kind: 'updateSettings',
    settings: parseSettingsPatch(job.settings),
  })
  const source = { kind: 'file', path: job.file } as const
  await applyOperation(engine, INDEX_ID, {
    kind: 'addDocuments',
    mode: 'replace',
    source,
    primaryKey: null,
  })
  await untilIdle()
  const results: number[][] = []
  for (const searchCutoffMs of job.cutoffs) {
    const settings = parseSettingsPatch({ searchCutoffMs })
    await applyOperation(engine, INDEX_ID, { kind: 'updateSettings', settings })
    // what the queries before have left in memory would make these easy
    await engine.close()
    engine = await createEngine(options)
    await engine.openIndex(INDEX_ID)
    // opens what easy searches need too, and lets the machine compile it
    for (let i = 0; i < WARM_UPS; i++) await engine.search(INDEX_ID, EASY)
    const times: number[] = []
    for (const { request } of job.queries) {
      const start = now()
      await engine.search(INDEX_ID, { ...SEARCH_DEFAULTS, ...request })
      times.push(now() - start)
    }
    results.push(times)
  }
  await engine.close()
  return results
})
