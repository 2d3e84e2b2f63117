import type { Catalogue, CatalogueChange } from '../catalogue.ts'
import type { IndexSwap } from '../task.ts'
import type { TaskError } from '../task-error.ts'
import { fail, indexAlreadyExists, indexNotFound, succeed } from './handler.ts'
import type { BatchHandler } from './handler.ts'

/** `indexSwap`: exchanges the names of pairs of indexes, all of them or none. */
export const swapIndexes: BatchHandler = ({ tasks }, { log }) => {
  const task = tasks[0]!
  const { content } = task
  if (content.kind !== 'indexSwap') throw new Error(`not a swap: ${content.kind}`)
  const { swaps } = content
  const error = findProblem(swaps, log.catalogue)
  if (error !== null) return Promise.resolve({ outcomes: [fail(task, error)] })
  return Promise.resolve({
    outcomes: [succeed(task)],
    catalogue: swaps.flatMap((swap) => exchange(swap, log.catalogue)),
    ...(swaps.length === 0 ? {} : { renames: { beforeTaskUid: task.uid, swaps } }),
  })
}

function findProblem(swaps: readonly IndexSwap[], catalogue: Catalogue): TaskError | null {
  const needed = swaps.flatMap(({ indexes, rename }) => (rename ? [indexes[0]] : [...indexes]))
  const missing = needed.filter((uid) => catalogue.getIndex(uid) === undefined)
  if (missing.length > 0) return indexNotFound(...missing)
  const taken = swaps.find(({ indexes, rename }) => rename && catalogue.getIndex(indexes[1]))
  return taken === undefined ? null : indexAlreadyExists(taken.indexes[1])
}

// No index is in two pairs, so every pair is read as it was before the task.
function exchange({ indexes: [a, b], rename }: IndexSwap, catalogue: Catalogue): CatalogueChange[] {
  const first = catalogue.getIndex(a)!
  if (rename) {
    return [
      { kind: 'deleteIndex', uid: a },
      { kind: 'putIndex', entry: { ...first, uid: b } },
    ]
  }
  return [
    { kind: 'putIndex', entry: { ...first, uid: b } },
    { kind: 'putIndex', entry: { ...catalogue.getIndex(b)!, uid: a } },
  ]
}
