import type { OperationOutcome } from '@sextant/engine'
import type { TaskResult } from '../task.ts'
import type { OperationHandler } from './operation-handler.ts'

const toResult = (outcome: OperationOutcome): TaskResult =>
  outcome.kind === 'deleted' ? { deletedDocuments: outcome.documentCount } : {}

/** `documentDeletion` by ids. */
export const deletionByIds: OperationHandler<'documentDeletionByIds'> = {
  toOperation: ({ ids }) => ({ kind: 'deleteDocuments', ids }),
  toResult,
}

/** `documentDeletion` by filter. */
export const deletionByFilter: OperationHandler<'documentDeletionByFilter'> = {
  toOperation: ({ filter }) => ({ kind: 'deleteByFilter', filter }),
  toResult,
}

/** `documentDeletion` of all documents. */
export const clear: OperationHandler<'documentClear'> = {
  toOperation: () => ({ kind: 'deleteAll' }),
  toResult,
}
