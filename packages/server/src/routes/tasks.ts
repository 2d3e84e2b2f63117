import { readFile } from 'node:fs/promises'

import { InputError } from '@sextant/engine'

import { presentTaskError } from '../errors/to-response.ts'
import {
  readTaskFilter,
  readTaskQuery,
  TASK_FILTER_QUERY,
  TASK_LIST_QUERY,
} from '../schemas/task-filter.ts'
import { presentTask, summarizeTask } from '../tasks/task.ts'
import type { Route, RouteRequest } from './route.ts'

/** Watching, cancelling and deleting tasks. */
export const TASK_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/tasks',
    action: 'tasks.get',
    doc: 'Lists tasks, the newest first.',
    status: 200,
    query: TASK_LIST_QUERY,
    handle({ services, access, queryText }) {
      const page = services.scheduler.listTasks(readTaskQuery(queryText), access.visibility)
      const results = page.results.map((task) => presentTask(task, presentTaskError))
      const { total, limit, from, next } = page
      return { body: { results, total, limit, from, next } }
    },
  },
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
    path: '/tasks/:taskUid',
    action: 'tasks.get',
    doc: 'Shows one task.',
    status: 200,
    handle({ services, access, params }) {
      const uid = readUid(params['taskUid'] ?? '', 'invalid_task_uids', 'Task')
      const task = services.scheduler.getTask(uid, access.visibility)
      if (task === undefined) {
        throw new InputError('task_not_found', `Task \`${uid}\` was not found.`)
      }
      return { body: presentTask(task, presentTaskError) }
    },
  },
  {
    method: 'GET',
    path: '/tasks/:taskUid/documents',
    action: 'tasks.get',
    doc: 'Shows the documents of an addition that is not finished (experimental).',
    status: 200,
    async handle({ services, access, params }) {
      const uid = readUid(params['taskUid'] ?? '', 'invalid_task_uids', 'Task')
      services.features.require('getTaskDocumentsRoute', 'Reading the documents of a task')
      const task = services.scheduler.getTask(uid, access.visibility)
      if (task === undefined) {
        throw new InputError('task_not_found', `Task \`${uid}\` was not found.`)
      }
      const { content, status } = task
      const isWaiting = status === 'enqueued' || status === 'processing'
      if (content.kind !== 'documentAddition' || !isWaiting) {
        throw new InputError('task_file_not_found', `Task \`${uid}\` holds no documents.`)
      }
      const body = await readFile(services.payloads.path(content.payload))
      return { body, headers: { 'content-type': 'application/x-ndjson' } }
    },
  },
]

/** The uid of a task or batch in a path. */
export function readUid(
  text: string,
  code: 'invalid_task_uids' | 'invalid_batch_uids',
  what: string,
): number {
  if (/^[0-9]{1,10}$/.test(text) && Number(text) <= 4_294_967_295) return Number(text)
  throw new InputError(code, `${what} uid \`${text}\` is not valid: it is a positive integer.`)
}

function selection(request: RouteRequest): {
  filter: ReturnType<typeof readTaskFilter>
  originalFilter: string
  visibility: RouteRequest['access']['visibility']
} {
  return {
    filter: readTaskFilter(request.queryText),
    originalFilter: `?${request.queryText}`,
    visibility: request.access.visibility,
  }
}
