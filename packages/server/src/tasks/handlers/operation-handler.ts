// How one kind of task becomes an operation of the engine, and the outcome of the operation its counts.

import type { Operation, OperationOutcome } from '@sextant/engine'
import type { PayloadStore } from '../payload-store.ts'
import type { Task, TaskContent, TaskResult } from '../task.ts'
import { documentAddition } from './document-addition.ts'
import { clear, deletionByFilter, deletionByIds } from './document-deletion.ts'
import { documentEdition } from './document-edition.ts'
import { settingsUpdate } from './settings-update.ts'

type ContentOf<K extends TaskContent['kind']> = Extract<TaskContent, { readonly kind: K }>

export interface OperationHandler<K extends TaskContent['kind']> {
  toOperation(content: ContentOf<K>, context: { readonly payloads: PayloadStore }): Operation
  toResult(outcome: OperationOutcome): TaskResult
}

/** A task as an operation, or null when it is not done by one. */
export function toOperation(task: Task, context: { payloads: PayloadStore }): Operation | null {
  const { content } = task
  switch (content.kind) {
    case 'documentAddition':
      return documentAddition.toOperation(content, context)
    case 'documentDeletionByIds':
      return deletionByIds.toOperation(content, context)
    case 'documentDeletionByFilter':
      return deletionByFilter.toOperation(content, context)
    case 'documentClear':
      return clear.toOperation(content, context)
    case 'documentEdition':
      return documentEdition.toOperation(content, context)
    case 'settings':
      return settingsUpdate.toOperation(content, context)
    default:
      return null
  }
}

/** The counts of a task from the outcome of its operation. */
export function toResult(task: Task, outcome: OperationOutcome): TaskResult {
  switch (task.content.kind) {
    case 'documentAddition':
      return documentAddition.toResult(outcome)
    case 'documentEdition':
      return documentEdition.toResult(outcome)
    case 'settings':
      return settingsUpdate.toResult(outcome)
    default:
      return clear.toResult(outcome)
  }
}
