// The filters of `GET /tasks` and `GET /batches`, and of cancelling and deleting tasks.

import { InputError } from '@sextant/engine'

import type { ErrorCode } from '../errors/codes.ts'
import type { Instant } from '../tasks/instant.ts'
import { NO_FILTER, type TaskFilter, type TaskQuery } from '../tasks/task-query.ts'
import { TASK_STATUSES, TASK_TYPES, type TaskStatus, type TaskType } from '../tasks/task.ts'
import { quoteAll, shorten } from '../validate/quoting.ts'
import { readDate } from '../validate/dates.ts'
import { checkIndexUid } from '../validate/index-uid.ts'
import {
  BOOLEAN_TEXT,
  LIST_TEXT,
  notAcceptedText,
  type QueryField,
  type QueryFields,
  type QueryKind,
  readQuery,
} from '../validate/query-fields.ts'
import { PAGE_LIMIT_DEFAULT } from './page.ts'

const UINT32_MAX = 4_294_967_295

const UINT32: QueryKind<number> = {
  schema: { type: 'integer', minimum: 0, maximum: UINT32_MAX },
  read: readUint32,
}

const FILTERS = {
  batchUids: list(readUint32, 'invalid_batch_uids', 'Batches.'),
  uids: list(readUint32, 'invalid_task_uids', 'Task uids.'),
  canceledBy: list(readUint32, 'invalid_task_canceled_by', 'Tasks that these canceled.'),
  types: list(readType, 'invalid_task_types', 'Task types.'),
  statuses: list(readStatus, 'invalid_task_statuses', 'Task statuses.'),
  indexUids: list((text) => checkIndexUid(text), 'invalid_index_uid', 'Indexes.'),
  afterEnqueuedAt: date('after', 'invalid_task_after_enqueued_at'),
  beforeEnqueuedAt: date('before', 'invalid_task_before_enqueued_at'),
  afterStartedAt: date('after', 'invalid_task_after_started_at'),
  beforeStartedAt: date('before', 'invalid_task_before_started_at'),
  afterFinishedAt: date('after', 'invalid_task_after_finished_at'),
  beforeFinishedAt: date('before', 'invalid_task_before_finished_at'),
} as const

const PAGING = {
  limit: { kind: UINT32, code: 'invalid_task_limit', doc: 'Tasks to return, 20 by default.' },
  from: { kind: UINT32, code: 'invalid_task_from', doc: 'Uid of the first task to return.' },
  reverse: { kind: BOOLEAN_TEXT, code: 'invalid_task_reverse', doc: 'Oldest first.' },
} as const

const LIST_FIELDS = { ...PAGING, ...FILTERS } as const

/** The parameters of a list, for the table of routes. */
export const TASK_LIST_QUERY: QueryFields = LIST_FIELDS

/** The parameters of cancelling and deleting, for the table of routes. */
export const TASK_FILTER_QUERY: QueryFields = FILTERS

/** Reads what to list. */
export function readTaskQuery(queryText: string): TaskQuery {
  const { limit, from, reverse, ...filters } = readQuery(queryText, LIST_FIELDS)
  return {
    ...NO_FILTER,
    ...filters,
    limit: limit ?? PAGE_LIMIT_DEFAULT,
    from: from ?? null,
    reverse: reverse ?? false,
  }
}

/** Reads what to cancel or delete; at least one filter must be there. */
export function readTaskFilter(queryText: string): TaskFilter {
  const filters = readQuery(queryText, FILTERS)
  if (Object.keys(filters).length === 0) {
    throw new InputError(
      'missing_task_filters',
      `At least one filter is required: ${quoteAll(Object.keys(FILTERS))}.`,
    )
  }
  return { ...NO_FILTER, ...filters }
}

// A star, alone or among others, lifts the filter.
function list<T>(
  readItem: QueryKind<T>['read'],
  code: ErrorCode,
  doc: string,
): QueryField<readonly T[] | null> {
  return {
    code,
    doc,
    kind: {
      schema: { type: 'string', description: 'Items separated by commas, or `*`.' },
      read(text, name, itemCode) {
        const items = LIST_TEXT.read(text, name, itemCode)
        if (items.includes('*')) return null
        return items.map((item) => readItem(item, name, itemCode))
      },
    },
  }
}

function date(side: 'before' | 'after', code: ErrorCode): QueryField<Instant | null> {
  return {
    code,
    doc: `Strictly ${side} this date.`,
    kind: {
      schema: { type: 'string', format: 'date-time' },
      read(text, name, dateCode) {
        if (text === '*') return null
        const instant = readDate(text)
        if (instant === null) {
          throw new InputError(
            dateCode,
            `Parameter \`${name}\`: \`${shorten(text)}\` is not a date. Accepted: \`YYYY-MM-DD\`, or RFC 3339 such as \`2026-01-31T10:15:30Z\`.`,
          )
        }
        // "After a day" leaves out all of that day.
        const isDay = text.length === 'YYYY-MM-DD'.length
        return side === 'after' && isDay ? instant + 86_400e6 : instant
      },
    },
  }
}

function readUint32(text: string, name: string, code: ErrorCode): number {
  if (/^[0-9]{1,10}$/.test(text) && Number(text) <= UINT32_MAX) return Number(text)
  throw new InputError(
    code,
    `Parameter \`${name}\`: \`${shorten(text)}\` cannot be read as a positive integer.`,
  )
}

function readStatus(text: string, name: string, code: ErrorCode): TaskStatus {
  const status = TASK_STATUSES.find((known) => known.toLowerCase() === text.toLowerCase())
  if (status !== undefined) return status
  throw notAcceptedText(text, name, code, TASK_STATUSES)
}

function readType(text: string, name: string, code: ErrorCode): TaskType {
  const lower = text.toLowerCase()
  if (lower === 'databaseupgrade') return 'upgradeDatabase'
  const type = TASK_TYPES.find((known) => known.toLowerCase() === lower)
  if (type !== undefined) return type
  throw notAcceptedText(text, name, code, TASK_TYPES)
}
