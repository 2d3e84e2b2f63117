import { readFile } from 'node:fs/promises'

import { InputError } from '@sextant/engine'

import { presentTaskError } from '../errors/to-response.ts'
import { readTaskFilter, TASK_FILTER_QUERY } from '../schemas/task-filter.ts'
import type { TaskSelection } from '../tasks/scheduler.ts'
import { presentTask, summarizeTask, type Task } from '../tasks/task.ts'
import { findEntry, type QueueEntries, queueRoutes, uidOf } from './queue-routes.ts'
import type { Route, RouteRequest } from './route.ts'

const TASKS: QueueEntries<Task> = {
  path: '/tasks',
  name: 'Task',
  parameter: 'taskUid',
  invalid: 'invalid_task_uids',
  notFound: 'task_not_found',
  list: ({ scheduler }, query, visibility) => scheduler.listTasks(query, visibility),
  get: ({ scheduler }, uid, visibility) => scheduler.getTask(uid, visibility),
  present: (_, task) => presentTask(task, presentTaskError),
}

/** Watching, cancelling and deleting tasks. */
export const TASK_ROUTES: readonly Route[] = [
  ...queueRoutes(TASKS),
  {
    method: 'DELETE',
    path: '/tasks',
    action: 'tasks.delete',
    doc: 'Deletes finished tasks.',
    status: 200,
    query: TASK_FILTER_QUERY,
    async handle(request) {
      const task = await request.services.scheduler.deleteTasks(selection(request))
      return { body: summarizeTask(task) }
    },
  },
  {
    method: 'POST',
    path: '/tasks/cancel',
    action: 'tasks.cancel',
    doc: 'Cancels tasks that are not finished.',
    status: 200,
    query: TASK_FILTER_QUERY,
    async handle(request) {
      const task = await request.services.scheduler.cancel(selection(request))
      return { body: summarizeTask(task) }
    },
  },
  {
    method: 'GET',
    path: '/tasks/:taskUid/documents',
    action: 'tasks.get',
    doc: 'Shows the documents of an addition that is not finished (experimental).',
    status: 200,
    async handle(request) {
      const { services } = request
      const uid = uidOf(request, TASKS)
      services.features.require('getTaskDocumentsRoute', 'Reading the documents of a task')
      const { content, status } = findEntry(request, TASKS, uid)
      const isWaiting = status === 'enqueued' || status === 'processing'
      if (content.kind !== 'documentAddition' || !isWaiting) {
        throw new InputError('task_file_not_found', `Task \`${uid}\` holds no documents.`)
      }
      const body = await readFile(services.payloads.path(content.payload))
      return { body, headers: { 'content-type': 'application/x-ndjson' } }
    },
  },
]

function selection({ queryText, access }: RouteRequest): TaskSelection {
  return {
    filter: readTaskFilter(queryText),
    originalFilter: `?${queryText}`,
    visibility: access.visibility,
  }
}
