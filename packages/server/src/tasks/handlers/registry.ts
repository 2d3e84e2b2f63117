import type { BatchKind } from '../batcher.ts'
import type { BatchHandler } from './handler.ts'
import { createIndex } from './index-creation.ts'
import { deleteIndex } from './index-deletion.ts'
import { swapIndexes } from './index-swap.ts'
import { updateIndex } from './index-update.ts'
import { cancelTasks } from './task-cancelation.ts'
import { deleteTasks } from './task-deletion.ts'
import { writeToIndex } from './write-to-index.ts'

/** Who applies which kind of batch; kinds that are missing fail their tasks. */
export const HANDLERS: Readonly<Partial<Record<BatchKind, BatchHandler>>> = {
  documents: writeToIndex,
  deletions: writeToIndex,
  clear: writeToIndex,
  settings: writeToIndex,
  clearAndSettings: writeToIndex,
  documentEdition: writeToIndex,
  indexCreation: createIndex,
  indexDeletion: deleteIndex,
  indexUpdate: updateIndex,
  indexSwap: swapIndexes,
  taskCancelation: cancelTasks,
  taskDeletion: deleteTasks,
}
