import type { Engine } from '@sextant/engine'
import type { TaskLog } from './task-log.ts'

/** Indexes whose next batch may have to wait for an embedder: they have one that must be asked, or are about to. */
export function embeddingIndexes(log: TaskLog, engine: Engine): string[] {
  const found: string[] = []
  for (const { uid, indexId } of log.catalogue.listIndexes()) {
    const embedders = Object.values(engine.describe(indexId).settings.embedders)
    if (embedders.some(({ source }) => source !== 'userProvided')) found.push(uid)
  }
  for (const { indexUid, content } of log.enqueued({ types: ['settingsUpdate'] })) {
    const brings = content.kind === 'settings' && (content.settings['embedders'] ?? null) !== null
    if (brings && indexUid !== null) found.push(indexUid)
  }
  return found
}
