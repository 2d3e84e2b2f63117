import { InputError } from '@sextant/engine'

import { readTaskQuery, TASK_LIST_QUERY } from '../schemas/task-filter.ts'
import type { Services } from '../services.ts'
import { type Batch, presentBatch } from '../tasks/batch.ts'
import type { Route } from './route.ts'
import { readUid } from './tasks.ts'

/** Watching batches: tasks that were applied together. */
export const BATCH_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/batches',
    action: 'tasks.get',
    doc: 'Lists batches, the newest first.',
    status: 200,
    query: TASK_LIST_QUERY,
    handle({ services, access, queryText }) {
      const page = services.scheduler.listBatches(readTaskQuery(queryText), access.visibility)
      const results = page.results.map((batch) => present(services, batch))
      const { total, limit, from, next } = page
      return { body: { results, total, limit, from, next } }
    },
  },
  {
    method: 'GET',
    path: '/batches/:batchUid',
    action: 'tasks.get',
    doc: 'Shows one batch.',
    status: 200,
    handle({ services, access, params }) {
      const uid = readUid(params['batchUid'] ?? '', 'invalid_batch_uids', 'Batch')
      const batch = services.scheduler.getBatch(uid, access.visibility)
      if (batch === undefined) {
        throw new InputError('batch_not_found', `Batch \`${uid}\` was not found.`)
      }
      return { body: present(services, batch) }
    },
  },
]

function present(services: Services, batch: Batch): Record<string, unknown> {
  return presentBatch(batch, services.scheduler.progressOf(batch.uid))
}
