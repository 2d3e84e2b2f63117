// Additions that ask for different primary keys must not share a batch: the first one would decide for all.

import type { Task } from './task.ts'

export interface KeyState {
  /** Key named by an addition of the batch so far. */
  readonly requestedKey: string | null
  /** An addition of the batch names no key, so its documents will choose one. */
  readonly isKeyPending: boolean
}

/** Why an addition may not join, or null when it may. Other tasks always may. */
export function additionKeyRule(
  { content }: Task,
  batch: KeyState,
  index: { readonly primaryKey: string | null },
): string | null {
  if (content.kind !== 'documentAddition' || content.primaryKey === null) return null
  const { primaryKey } = content
  if (index.primaryKey !== null) {
    return primaryKey === index.primaryKey ? null : 'it names another primary key than its index'
  }
  if (batch.isKeyPending) return 'it names a primary key while an earlier task lets it be inferred'
  const isOther = batch.requestedKey !== null && batch.requestedKey !== primaryKey
  return isOther ? 'it names another primary key than the tasks before it' : null
}
