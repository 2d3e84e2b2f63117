// Indexes a collection as the library does, in one or more batches, then changes single documents and searches.

import { createEngine, type Engine, parseSettingsPatch, SEARCH_DEFAULTS } from '@sextant/engine'
import type { QueryGroup } from '../collections.ts'
import { diskMiB, peakMiB, restMiB, untilIdle } from '../footprint.ts'
import { serveJob } from '../job.ts'
import { applyOperation } from './apply-operation.ts'
import { type SearchTimes, timeSearches, type SearchTimesOptions } from '../search-times.ts'

export interface IndexJob {
  /** An empty or absent folder. */
  readonly folder: string
  readonly settings: Readonly<Record<string, unknown>>
  /** NDJSON files, each sent as one batch. */
  readonly batchFiles: readonly string[]
  /** Documents of the collection to change one after another once it is indexed. */
  readonly changedLines: readonly string[]
  readonly queries: readonly QueryGroup[]
  readonly searching: SearchTimesOptions
}

export interface IndexJobResult {
  readonly documentCount: number
  /** From the first batch until the last one is durable and searchable. */
  readonly seconds: number
  /** Until the merges that followed are done too. */
  readonly settledSeconds: number
  /** Both as seen right after indexing, merges included. */
  readonly peakMiB: number
  readonly diskMiB: number
  /** Memory at rest in the end. */
  readonly restMiB: number
  /** Per changed document: until it is durable and searchable, and until a search has found it. */
  readonly changeMs: readonly number[]
  readonly foundMs: readonly number[]
  readonly searchTimes: SearchTimes
  readonly mergeErrors: readonly string[]
}

/** The one that `openIndex` of the library looks for. */
const INDEX_ID = 'index'
const decoder = new TextDecoder()

serveJob(async (job: IndexJob): Promise<IndexJobResult> => {
  const mergeErrors: string[] = []
  const engine = await createEngine({
    path: job.folder,
    searchWorkerCount: 0,
    now: () => performance.now(),
    onMergeError: (_, error) => mergeErrors.push(String(error)),
  })
  await engine.createIndex(INDEX_ID, { primaryKey: 'id', nowMs: Date.now(), batchUid: 0 })
  await applyOperation(engine, INDEX_ID, {
    kind: 'updateSettings',
    settings: parseSettingsPatch(job.settings),
  })

  const start = performance.now()
  for (const path of job.batchFiles) await add(engine, { kind: 'file', path })
  const seconds = (performance.now() - start) / 1000
  const settledSeconds = ((await untilIdle()) - start) / 1000
  const footprint = { peakMiB: peakMiB(), diskMiB: diskMiB(job.folder) }

  const changes = await changeDocuments(engine, job.changedLines)
  await untilIdle()
  const search = (text: string): Promise<unknown> => searchHits(engine, text)
  const searchTimes = await timeSearches(search, job.queries, job.searching)
  const { documentCount } = engine.describe(INDEX_ID)
  const result = { documentCount, seconds, settledSeconds, ...footprint, ...changes, searchTimes }
  const rest = restMiB()
  await engine.close()
  return { ...result, restMiB: rest, mergeErrors }
})

async function changeDocuments(
  engine: Engine,
  lines: readonly string[],
): Promise<{ changeMs: number[]; foundMs: number[] }> {
  const changeMs: number[] = []
  const foundMs: number[] = []
  for (const [i, line] of lines.entries()) {
    const document = JSON.parse(line) as { id: number }
    // a word that no other document has
    const word = `qzx${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}vwk`
    const changed = JSON.stringify({ ...document, description: `changed text ${word} of it` })
    const start = performance.now()
    await add(engine, { kind: 'lines', lines: [changed] })
    changeMs.push(performance.now() - start)
    const [hit] = await searchHits(engine, word)
    foundMs.push(performance.now() - start)
    if (hit?.id !== document.id) throw new Error(`document ${document.id} was not found by ${word}`)
  }
  return { changeMs, foundMs }
}

type Source = { kind: 'file'; path: string } | { kind: 'lines'; lines: readonly string[] }

function add(engine: Engine, source: Source): Promise<void> {
  return applyOperation(engine, INDEX_ID, {
    kind: 'addDocuments',
    mode: 'replace',
    source,
    primaryKey: null,
  })
}

async function searchHits(engine: Engine, text: string): Promise<{ id: number }[]> {
  const bytes = await engine.search(INDEX_ID, { ...SEARCH_DEFAULTS, q: text })
  return (JSON.parse(decoder.decode(bytes)) as { hits: { id: number }[] }).hits
}
