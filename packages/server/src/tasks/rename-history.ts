// Swaps and renames change the index of every older task. Instead of rewriting a million tasks in one transaction, tasks keep
// the name under which they were registered, and the renames made since are applied when they are read.

import type { TextTable } from './log-storage.ts'
import type { IndexSwap, Task } from './task.ts'

const PREFIX = 'rename/'

interface Rename {
  readonly taskUid: number
  readonly swaps: readonly IndexSwap[]
}

/** The renames that tasks still in the log have to go through. */
export class RenameHistory {
  readonly #records: TextTable<unknown>
  #renames: Rename[] = []

  constructor(records: TextTable<unknown>) {
    this.#records = records
    this.reload()
  }

  /** To be called after a transaction that wrote or pruned renames. */
  reload(): void {
    this.#renames = this.#records.keys(PREFIX).map((key) => ({
      taskUid: Number(key.slice(PREFIX.length)),
      swaps: this.#records.get(key) as readonly IndexSwap[],
    }))
  }

  /** Inside a transaction: every task below `taskUid` goes through these swaps. */
  write(taskUid: number, swaps: readonly IndexSwap[]): void {
    this.#records.put(renameKey(taskUid), swaps)
  }

  /** Inside a transaction: forgets renames that no task is old enough for. */
  prune(lowestTaskUid: number): void {
    for (const { taskUid } of this.#renames) {
      if (taskUid <= lowestTaskUid) this.#records.remove(renameKey(taskUid))
    }
  }

  /** The task under the present names of its indexes. */
  apply(task: Task): Task {
    const { content } = task
    if (task.indexUid === null && content.kind !== 'indexSwap') return task
    const start = this.#firstAfter(task.uid)
    if (start === this.#renames.length) return task
    const rename = (uid: string): string => this.#rename(uid, start)
    const indexUid = task.indexUid === null ? null : rename(task.indexUid)
    if (content.kind === 'indexUpdate' && task.indexUid !== null) {
      return { ...task, indexUid, content: { ...content, oldIndexUid: task.indexUid } }
    }
    if (content.kind !== 'indexSwap') return { ...task, indexUid }
    const swaps = content.swaps.map(({ indexes: [a, b], rename: isRename }) => ({
      indexes: [rename(a), rename(b)] as const,
      rename: isRename,
    }))
    return { ...task, indexUid, content: { kind: 'indexSwap', swaps } }
  }

  #rename(uid: string, start: number): string {
    let name = uid
    for (let i = start; i < this.#renames.length; i++) {
      for (const swap of this.#renames[i]!.swaps) {
        const [a, b] = swap.indexes
        if (name === a) name = b
        else if (name === b && !swap.rename) name = a
      }
    }
    return name
  }

  #firstAfter(taskUid: number): number {
    let low = 0
    let high = this.#renames.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#renames[middle]!.taskUid > taskUid) high = middle
      else low = middle + 1
    }
    return low
  }
}

function renameKey(taskUid: number): string {
  return PREFIX + String(taskUid).padStart(10, '0')
}
