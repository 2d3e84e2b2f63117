// What there is to watch in the queue, tasks and batches: each is listed and shown in the same way.

import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import { readTaskQuery, TASK_LIST_QUERY } from '../schemas/task-filter.ts'
import type { Services } from '../services.ts'
import type { Page, TaskQuery, Visibility } from '../tasks/task-query.ts'
import type { Route, RouteRequest } from './route.ts'

/** One thing to watch. */
export interface QueueEntries<Entry> {
  /** Of the list; one entry is below, under its uid. */
  readonly path: '/tasks' | '/batches'
  readonly name: 'Task' | 'Batch'
  readonly parameter: string
  readonly invalid: ErrorCode
  readonly notFound: ErrorCode
  list(services: Services, query: TaskQuery, visibility: Visibility): Page<Entry>
  get(services: Services, uid: number, visibility: Visibility): Entry | undefined
  present(services: Services, entry: Entry): Record<string, unknown>
}

/** The list, and one entry of it. */
export function queueRoutes<Entry>(entries: QueueEntries<Entry>): readonly Route[] {
  const { path, name, parameter } = entries
  return [
    {
      method: 'GET',
      path,
      action: 'tasks.get',
      doc: `Lists ${path.slice(1)}, the newest first.`,
      status: 200,
      query: TASK_LIST_QUERY,
      handle({ services, access, queryText }) {
        const page = entries.list(services, readTaskQuery(queryText), access.visibility)
        const results = page.results.map((entry) => entries.present(services, entry))
        const { total, limit, from, next } = page
        return { body: { results, total, limit, from, next } }
      },
    },
    {
      method: 'GET',
      path: `${path}/:${parameter}`,
      action: 'tasks.get',
      doc: `Shows one ${name.toLowerCase()}.`,
      status: 200,
      handle(request) {
        const uid = uidOf(request, entries)
        return { body: entries.present(request.services, findEntry(request, entries, uid)) }
      },
    },
  ]
}

/** The uid in the path of a request. */
export function uidOf<Entry>(
  { params }: RouteRequest,
  { parameter, name, invalid }: QueueEntries<Entry>,
): number {
  const text = params[parameter] ?? ''
  if (/^[0-9]{1,10}$/.test(text) && Number(text) <= 4_294_967_295) return Number(text)
  throw new InputError(invalid, `${name} uid \`${text}\` is not valid: it is a positive integer.`)
}

/** The entry of this uid, if the caller may see it. */
export function findEntry<Entry>(
  { services, access }: RouteRequest,
  entries: QueueEntries<Entry>,
  uid: number,
): Entry {
  const entry = entries.get(services, uid, access.visibility)
  if (entry !== undefined) return entry
  throw new InputError(entries.notFound, `${entries.name} \`${uid}\` was not found.`)
}
