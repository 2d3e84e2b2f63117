import { createIndexFiles } from '../../src/index/commit.ts'
import { IndexWriter } from '../../src/index/index-writer.ts'
import type { Operation } from '../../src/index/operations.ts'
import type { Settings } from '../../src/settings/settings-table.ts'
import { MemoryManifestStore } from '../../src/store/memory-manifest-store.ts'
import { MemorySegmentStore } from '../../src/store/memory-segment-store.ts'
import type { Document } from './naive-searcher.ts'

/** Documents to add or replace, then ids to delete. */
export interface DocumentBatch {
  readonly added: readonly Document[]
  readonly deleted: readonly number[]
}

/** An index in memory, and where it is stored, after these batches. */
export interface WrittenIndex {
  readonly writer: IndexWriter
  readonly segments: MemorySegmentStore
  readonly manifests: MemoryManifestStore
}

/** Writes batches, a segment for each, with `id` as the primary key. */
export async function writeBatches(
  batches: readonly DocumentBatch[],
  settings: Partial<Settings>,
): Promise<WrittenIndex> {
  const stores = { segments: new MemorySegmentStore(), manifests: new MemoryManifestStore() }
  await createIndexFiles(stores, { primaryKey: 'id', nowMs: 0, batchUid: 0 })
  const writer = await IndexWriter.open(stores, {
    matchFilter: () => {
      throw new Error('no filter was given')
    },
    editDocument: null,
  })
  let batchUid = 0
  const apply = async (operation: Operation): Promise<void> => {
    batchUid++
    await writer.applyBatch({ batchUid, nowMs: batchUid, operations: [operation] })
  }
  await apply({ kind: 'updateSettings', settings: { ...settings } })
  for (const { added, deleted } of batches) {
    const source = { kind: 'lines', lines: added.map((each) => JSON.stringify(each)) } as const
    await apply({ kind: 'addDocuments', mode: 'replace', source, primaryKey: null })
    await apply({ kind: 'deleteDocuments', ids: deleted.map(String) })
  }
  return { writer, ...stores }
}
