// Before anything is served: every index that has a name can be read, and nothing without a name is left.

import type { Engine } from '@sextant/engine'
import type { Catalogue } from './catalogue.ts'

/** Opens the indexes of the catalogue and removes what a crash left without a name. Rejects when an index is damaged. */
export async function openIndexes(catalogue: Catalogue, engine: Engine): Promise<void> {
  const known = new Set<string>()
  for (const { uid, indexId, generation } of catalogue.listIndexes()) {
    const found = await engine.openIndex(indexId)
    // an older manifest than the one finished last: the index lost a commit that its tasks were told of
    if (found.generation < generation) {
      throw new Error(
        `index \`${uid}\` (${indexId}): expected generation ${generation} or later, found ${found.generation}. Restore it from a snapshot.`,
      )
    }
    known.add(indexId)
  }
  for (const indexId of await engine.listIndexes()) {
    if (!known.has(indexId)) await engine.deleteIndex(indexId)
  }
}
