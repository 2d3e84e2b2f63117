// The table of routes.

import { BATCH_ROUTES } from './batches.ts'
import { DOCUMENT_WRITE_ROUTES } from './document-writes.ts'
import { DOCUMENT_ROUTES } from './documents.ts'
import { DUMP_ROUTES } from './dumps.ts'
import { EXPERIMENTAL_FEATURE_ROUTES } from './experimental-features.ts'
import { EXPLAIN_ROUTES } from './explain.ts'
import { FACET_SEARCH_ROUTES } from './facet-search.ts'
import { GATED_ROUTES } from './gated.ts'
import { HEALTH_ROUTES } from './health.ts'
import { INDEX_ROUTES } from './indexes.ts'
import { KEY_ROUTES } from './keys.ts'
import { MULTI_SEARCH_ROUTES } from './multi-search.ts'
import { OPENAPI_ROUTES } from './openapi.ts'
import type { Route } from './route.ts'
import { SEARCH_ROUTES } from './search.ts'
import { SETTINGS_ROUTES } from './settings.ts'
import { SIMILAR_ROUTES } from './similar.ts'
import { SNAPSHOT_ROUTES } from './snapshots.ts'
import { STATS_ROUTES } from './stats.ts'
import { SWAP_ROUTES } from './swap-indexes.ts'
import { TASK_ROUTES } from './tasks.ts'
import { VERSION_ROUTES } from './version.ts'
import { WEBHOOK_ROUTES } from './webhooks.ts'

/** Every route of the service. */
export const ROUTES: readonly Route[] = [
  ...HEALTH_ROUTES,
  ...VERSION_ROUTES,
  ...STATS_ROUTES,
  ...INDEX_ROUTES,
  ...SWAP_ROUTES,
  ...DOCUMENT_ROUTES,
  ...DOCUMENT_WRITE_ROUTES,
  ...SEARCH_ROUTES,
  ...MULTI_SEARCH_ROUTES,
  ...FACET_SEARCH_ROUTES,
  ...EXPLAIN_ROUTES,
  ...SIMILAR_ROUTES,
  ...SETTINGS_ROUTES,
  ...TASK_ROUTES,
  ...BATCH_ROUTES,
  ...KEY_ROUTES,
  ...DUMP_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...EXPERIMENTAL_FEATURE_ROUTES,
  ...WEBHOOK_ROUTES,
  ...GATED_ROUTES,
  ...OPENAPI_ROUTES,
]
