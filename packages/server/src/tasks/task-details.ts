// The `details` of a task: what it asked for, and the counts known so far. Counts are null until the task is finished and 0
// when it failed or was canceled.

import { presentSettingsPatch } from '@sextant/engine'
import type { Task, TaskContent } from './task.ts'
import { countUids } from './uid-ranges.ts'

/** The members of `details` in wire order, or null when the type has none. */
export function taskDetails(task: Task): Record<string, unknown> | null {
  const { content } = task
  const count = (name: string): unknown => {
    if (task.status === 'failed' || task.status === 'canceled') return 0
    return task.result[name] ?? null
  }
  switch (content.kind) {
    case 'documentAddition':
      return {
        receivedDocuments: content.documentCount,
        indexedDocuments: count('indexedDocuments'),
      }
    case 'documentDeletionByIds':
    case 'documentDeletionByFilter':
      return {
        providedIds: content.kind === 'documentDeletionByIds' ? content.ids.length : 0,
        deletedDocuments: count('deletedDocuments'),
        originalFilter: filterText(content),
      }
    case 'documentClear':
    case 'indexDeletion':
      return { deletedDocuments: count('deletedDocuments') }
    case 'documentEdition':
      return {
        editedDocuments: count('editedDocuments'),
        // stays null when the edition failed
        deletedDocuments: task.result['deletedDocuments'] ?? null,
        originalFilter: filterText(content),
        context: content.context,
        function: content.function,
      }
    case 'settings':
      return { ...presentSettingsPatch(content.settings) }
    case 'indexCreation':
      return { primaryKey: content.primaryKey }
    case 'indexUpdate':
      return {
        primaryKey: content.primaryKey,
        ...(content.newIndexUid === null
          ? {}
          : {
              oldIndexUid: content.oldIndexUid ?? task.indexUid,
              newIndexUid: content.newIndexUid,
            }),
      }
    case 'indexSwap':
      return { swaps: content.swaps }
    case 'taskCancelation':
    case 'taskDeletion': {
      const name = content.kind === 'taskCancelation' ? 'canceledTasks' : 'deletedTasks'
      return {
        matchedTasks: countUids(content.taskUids),
        [name]: count(name),
        originalFilter: content.originalFilter,
      }
    }
    case 'dumpCreation':
      return { dumpUid: task.result['dumpUid'] ?? null }
    case 'export':
      return { ...content.details, ...task.result }
    case 'upgradeDatabase':
      return { upgradeFrom: content.upgradeFrom, upgradeTo: content.upgradeTo }
    case 'indexCompaction':
      return { ...task.result }
    case 'snapshotCreation':
      return null
  }
}

// A filter is shown as the JSON text it was sent as, quotes included.
function filterText(content: TaskContent): string | null {
  if (content.kind !== 'documentDeletionByFilter' && content.kind !== 'documentEdition') return null
  return content.filter === null || content.filter === undefined
    ? null
    : JSON.stringify(content.filter)
}
