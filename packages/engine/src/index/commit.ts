// Publishing: the only place that replaces a manifest and removes files.

import { ConflictError, CorruptIndexError } from '../errors.ts'
import type { ManifestStore } from '../store/manifest-store.ts'
import type { SegmentStore } from '../store/segment-store.ts'
import {
  decodeManifest,
  emptyManifest,
  encodeManifest,
  filesOf,
  type Manifest,
} from './manifest.ts'

/** The stores of one index. */
export interface IndexStores {
  readonly segments: SegmentStore
  readonly manifests: ManifestStore
}

/** Writes the first manifest of an index. Throws ConflictError when there is one already. */
export async function createIndexFiles(
  stores: IndexStores,
  options: { primaryKey: string | null; nowMs: number; batchUid: number },
): Promise<Manifest> {
  const manifest = emptyManifest(options)
  await stores.manifests.publish(encodeManifest(manifest), { generation: null })
  return manifest
}

/** The current manifest, or null when the index was never made. */
export async function readManifest(stores: IndexStores): Promise<Manifest | null> {
  const stored = await stores.manifests.read()
  return stored === null ? null : decodeManifest(stored)
}

/**
 * Makes `next` the state of the index. Every file that it names must be durable already. Afterwards nothing but the
 * files that `next` or `isHeld` names is left in the store; removing them is not part of the commit, so a failure there is
 * left for the next one.
 */
export async function publishManifest(
  stores: IndexStores,
  next: Manifest,
  expectedGeneration: number,
): Promise<void> {
  if (next.generation !== expectedGeneration + 1) {
    throw new ConflictError(
      `generation ${next.generation} does not follow generation ${expectedGeneration}`,
    )
  }
  await stores.manifests.publish(encodeManifest(next), { generation: expectedGeneration })
}

/** Deletes what no manifest reaches: superseded segments and what an interrupted commit left behind. */
export async function sweepFiles(
  stores: IndexStores,
  manifest: Manifest,
  isHeld: (file: string) => boolean = () => false,
): Promise<void> {
  const needed = filesOf(manifest)
  for (const name of await stores.segments.list()) {
    if (!needed.has(name) && !isHeld(name)) await stores.segments.delete(name)
  }
}

/** Refuses an index whose files are not all there, naming the first that is missing. */
export async function checkFiles(stores: IndexStores, manifest: Manifest): Promise<void> {
  const present = new Set(await stores.segments.list())
  for (const name of filesOf(manifest)) {
    if (present.has(name)) continue
    throw new CorruptIndexError({
      file: name,
      structure: 'file',
      expected: `to be there, for generation ${manifest.generation} names it`,
      found: 'nothing',
      advice: 'Put it back from a copy or a snapshot; nothing was changed.',
    })
  }
}
