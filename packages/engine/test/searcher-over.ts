import { createIndexFiles } from '../src/index/commit.ts'
import type { IndexSearcher } from '../src/index/index-searcher.ts'
import { IndexWriter } from '../src/index/index-writer.ts'
import type { Operation } from '../src/index/operations.ts'
import { parseSettingsPatch } from '../src/settings/settings-patch.ts'
import { MemoryManifestStore } from '../src/store/memory-manifest-store.ts'
import { MemorySegmentStore } from '../src/store/memory-segment-store.ts'

/** A searcher over an index in memory that holds these documents, `id` being their primary key. */
export async function searcherOver(
  documents: readonly object[],
  settings: Readonly<Record<string, unknown>> = {},
): Promise<IndexSearcher> {
  const stores = { segments: new MemorySegmentStore(), manifests: new MemoryManifestStore() }
  await createIndexFiles(stores, { primaryKey: 'id', nowMs: 0, batchUid: -1 })
  const writer = await IndexWriter.open(stores, {
    matchFilter: (searcher) => searcher.live,
    editDocument: null,
  })
  const lines = documents.map((document) => JSON.stringify(document))
  const operations: Operation[] = [
    { kind: 'updateSettings', settings: parseSettingsPatch(settings) },
    {
      kind: 'addDocuments',
      mode: 'replace',
      source: { kind: 'lines', lines },
      primaryKey: null,
    },
  ]
  for (const [batchUid, operation] of operations.entries()) {
    const { outcomes } = await writer.applyBatch({ batchUid, nowMs: 0, operations: [operation] })
    const [outcome] = outcomes
    if (outcome?.kind === 'failed') throw new Error(outcome.message)
  }
  return writer.searcher()
}
