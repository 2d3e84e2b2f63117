import { formatByteSize } from '../config/byte-size.ts'
import type { Services } from '../services.ts'
import type { IndexEntry } from '../tasks/catalogue.ts'
import { BOOLEAN_TEXT, type QueryOf, readQuery, wordOf } from '../validate/query-fields.ts'
import { findIndex, updatedAtOf, visibleIndexes } from './find-index.ts'
import { indexUidOf, type Route } from './route.ts'

const STATS_QUERY = {
  showInternalDatabaseSizes: {
    kind: BOOLEAN_TEXT,
    code: 'invalid_stats_show_internal_database_sizes',
    doc: 'Show the size of each part of the index.',
  },
  sizeFormat: {
    kind: wordOf(['raw', 'human'] as const),
    code: 'invalid_stats_size_format',
    doc: 'Bytes, or text with a unit.',
  },
} as const

/** Counts and sizes. */
export const STATS_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/stats',
    action: 'stats.get',
    doc: 'Counts and sizes of all indexes that the key may see.',
    status: 200,
    query: STATS_QUERY,
    handle({ services, access, queryText }) {
      const query = readQuery(queryText, STATS_QUERY)
      const visible = visibleIndexes(services, access.visibility)
      const updates = visible.map((entry) =>
        updatedAtOf(entry, services.engine.describe(entry.indexId)),
      )
      const bytes = storedBytes(services)
      return {
        body: {
          databaseSize: sizeIn(query.sizeFormat, bytes),
          usedDatabaseSize: sizeIn(query.sizeFormat, bytes),
          lastUpdate: updates.length === 0 ? null : updates.reduce((a, b) => (a > b ? a : b)),
          indexes: Object.fromEntries(
            visible.map((entry) => [entry.uid, indexStats(services, entry, query)]),
          ),
        },
      }
    },
  },
  {
    method: 'GET',
    path: '/indexes/:indexUid/stats',
    action: 'stats.get',
    doc: 'Counts and sizes of one index.',
    status: 200,
    query: STATS_QUERY,
    handle(request) {
      const query = readQuery(request.queryText, STATS_QUERY)
      const entry = findIndex(request.services, indexUidOf(request))
      return { body: indexStats(request.services, entry, query) }
    },
  },
]

function indexStats(
  services: Services,
  entry: IndexEntry,
  query: QueryOf<typeof STATS_QUERY>,
): Record<string, unknown> {
  const description = services.engine.describe(entry.indexId)
  const { documentCount, rawDocumentBytes } = description
  const average = documentCount === 0 ? 0 : Math.floor(rawDocumentBytes / documentCount)
  return {
    numberOfDocuments: documentCount,
    rawDocumentDbSize: sizeIn(query.sizeFormat, rawDocumentBytes),
    avgDocumentSize: sizeIn(query.sizeFormat, average),
    isIndexing: services.scheduler.isIndexing(entry.uid),
    numberOfEmbeddings: description.embeddingCount,
    numberOfEmbeddedDocuments: description.embeddedDocumentCount,
    fieldDistribution: description.fieldDistribution,
    ...(query.showInternalDatabaseSizes === true
      ? { internalDatabaseSizes: { documents: rawDocumentBytes, all: description.storedBytes } }
      : {}),
  }
}

function storedBytes(services: Services): number {
  let bytes = 0
  for (const entry of services.catalogue.listIndexes()) {
    bytes += services.engine.describe(entry.indexId).storedBytes
  }
  return bytes
}

function sizeIn(format: 'raw' | 'human' | undefined, bytes: number): number | string {
  return format === 'human' ? formatByteSize(bytes) : bytes
}
