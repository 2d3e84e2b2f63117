import { presentBatch } from '../tasks/batch.ts'
import { queueRoutes } from './queue-routes.ts'
import type { Route } from './route.ts'

/** Watching batches: tasks that were applied together. */
export const BATCH_ROUTES: readonly Route[] = queueRoutes({
  path: '/batches',
  name: 'Batch',
  parameter: 'batchUid',
  invalid: 'invalid_batch_uids',
  notFound: 'batch_not_found',
  list: ({ scheduler }, query, visibility) => scheduler.listBatches(query, visibility),
  get: ({ scheduler }, uid, visibility) => scheduler.getBatch(uid, visibility),
  present: ({ scheduler }, batch) => presentBatch(batch, scheduler.progressOf(batch.uid)),
})
