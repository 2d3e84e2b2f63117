// Sextant as a library, on the calling thread. Only the searched fields are set: the others have no filters, facets and
// sorting to build either. Prefixes of the last word and typos are on by default.

import {
  createEngine,
  type EngineOptions,
  parseSettingsPatch,
  SEARCH_DEFAULTS,
} from '@sextant/engine'
import {
  type DocumentFile,
  HITS_MAX,
  SEARCHED_FIELDS,
  type OpenSearchEngine,
  type SearchEngine,
} from './search-engine.ts'

/** The index in a folder: every commit is durable. */
export const openSextant: OpenSearchEngine = ({ folder }) => open(folder)

/** The index in memory, where the others have theirs. */
export const openSextantInMemory: OpenSearchEngine = () => open(null)

const INDEX_ID = 'index'
const decoder = new TextDecoder()

async function open(path: EngineOptions['path']): Promise<SearchEngine> {
  const settings = parseSettingsPatch({ searchableAttributes: SEARCHED_FIELDS })
  const engine = await createEngine({ path, searchWorkerCount: 0, now: () => performance.now() })
  await engine.createIndex(INDEX_ID, { primaryKey: 'id', nowMs: Date.now(), batchUid: 0 })
  return {
    async index({ file }: DocumentFile) {
      const { outcomes } = await engine.applyBatch(INDEX_ID, {
        batchUid: 1,
        nowMs: Date.now(),
        operations: [
          { kind: 'updateSettings', settings },
          {
            kind: 'addDocuments',
            mode: 'replace',
            source: { kind: 'file', path: file },
            primaryKey: null,
          },
        ],
      })
      for (const outcome of outcomes)
        if (outcome.kind === 'failed') throw new Error(outcome.message)
    },
    async search(text) {
      const request = { ...SEARCH_DEFAULTS, q: text, limit: HITS_MAX }
      const bytes = await engine.search(INDEX_ID, request)
      return (JSON.parse(decoder.decode(bytes)) as { hits: unknown[] }).hits
    },
    close: () => engine.close(),
  }
}
