// The only place where errors become answers. Whatever is not known here is a fault of ours: it is answered with a
// neutral sentence and the cause goes to the log. Errors may come from a worker thread, where they lose their class, so
// they are known by name.

import {
  DOCUMENTATION_BASE,
  type ErrorCode,
  errorKind,
  type ErrorType,
  isErrorCode,
} from './codes.ts'
import type { TaskError } from '../tasks/task-error.ts'

/** The error object of the interface. */
export interface ErrorBody {
  readonly message: string
  readonly code: string
  readonly type: ErrorType
  readonly link: string
}

/** A refused request: what is sent, and whether the cause belongs in the log. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody
  readonly isOurFault: boolean
}

/** Seconds after which an overloaded service may be asked again. */
export const RETRY_AFTER_SECONDS = 10

/** Turns anything thrown into an answer. In a multi-search a missing index is a mistake of the body, not of the path. */
export function toResponse(error: unknown, options?: { isMultiSearch: boolean }): ErrorResponse {
  const { code, message } = describe(error)
  const kind = errorKind(code)
  const isBodyIndex = options?.isMultiSearch === true && code === 'index_not_found'
  return {
    status: isBodyIndex ? 400 : kind.status,
    headers: kind.status === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {},
    body: errorBody(code, message),
    isOurFault: kind.type === 'internal' || kind.type === 'system',
  }
}

/** The error object for a code, as requests and failed tasks show it. */
export function errorBody(code: ErrorCode, message: string): ErrorBody {
  return { message, code, type: errorKind(code).type, link: `${DOCUMENTATION_BASE}#${code}` }
}

/** The error of a failed task as the interface shows it. */
export function presentTaskError(error: TaskError): ErrorBody {
  return errorBody(isErrorCode(error.code) ? error.code : 'internal', error.message)
}

function describe(error: unknown): { code: ErrorCode; message: string } {
  if (!(error instanceof Error)) return UNEXPECTED
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  switch (error.name) {
    case 'InputError':
      return isErrorCode(code) ? { code, message: error.message } : UNEXPECTED
    case 'QueueFullError':
      return { code: 'no_space_left_on_device', message: error.message }
    case 'CorruptIndexError':
      return {
        code: 'invalid_store_file',
        message: 'A file of this index is damaged or was written by another version.',
      }
    case 'StoreError':
      return storageFailure(
        'systemCode' in error && typeof error.systemCode === 'string' ? error.systemCode : null,
      )
    default:
      return 'syscall' in error && FILE_SYSTEM_CODES.has(code) ? storageFailure(code) : UNEXPECTED
  }
}

const UNEXPECTED: { code: ErrorCode; message: string } = {
  code: 'internal',
  message: 'The request failed for an unexpected reason.',
}

const FILE_SYSTEM_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
])

function storageFailure(systemCode: string | null): { code: ErrorCode; message: string } {
  switch (systemCode) {
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        code: 'no_space_left_on_device',
        message: 'The disk is full.\n  - Hint: free some space, or delete finished tasks.',
      }
    case 'EMFILE':
    case 'ENFILE':
      return {
        code: 'too_many_open_files',
        message: 'Too many files are open.\n  - Hint: raise the limit of open files.',
      }
    default:
      return {
        code: 'io_error',
        message: `Reading or writing the data folder failed${systemCode === null ? '' : ` (${systemCode})`}.\n  - Hint: check the free space and the permissions of the folder.`,
      }
  }
}
