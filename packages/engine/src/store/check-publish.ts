import { ConflictError } from '../errors.ts'
import type { StoredManifest } from './manifest-store.ts'

/** Throws ConflictError unless `next` may take the place of `current`; the law is the one of ManifestStore. */
export function checkPublish(
  current: StoredManifest | null,
  next: StoredManifest,
  expected: { readonly generation: number | null },
): void {
  const generation = current?.generation ?? null
  if (generation !== expected.generation) {
    throw new ConflictError(
      `generation ${show(expected.generation)} was to be replaced, but the stored one is ${show(generation)}`,
    )
  }
  if (current !== null && current.writerEpoch > next.writerEpoch) {
    throw new ConflictError(
      `writer epoch ${next.writerEpoch} is over: a writer of epoch ${current.writerEpoch} has taken the index`,
    )
  }
}

function show(generation: number | null): string {
  return generation === null ? 'none' : String(generation)
}
