// The manifest: everything that makes a set of segment files one index at one moment. A small JSON text, replaced whole.

import { CorruptIndexError } from '../errors.ts'
import { Deletions } from '../segment/deletions.ts'
import { namesOf, type SegmentFiles } from '../segment/segment-reader.ts'
import { DEFAULT_SETTINGS, type Settings } from '../settings/settings-table.ts'
import type { StoredManifest } from '../store/manifest-store.ts'
import type { FragmentSlots } from './fragment-slots.ts'
import type { OperationOutcome } from './operations.ts'

export const MANIFEST_VERSION = 1

export interface SegmentEntry {
  /** Names the segment in logs and files; never reused. */
  readonly segmentId: number
  readonly files: SegmentFiles
  readonly docCount: number
  readonly deletions: Deletions
  /** Bytes of the JSON text of its documents, dead ones included. */
  readonly rawBytes: number
}

export interface Manifest {
  readonly generation: number
  readonly writerEpoch: number
  /** Uid of the last batch applied, -1 for none: a batch at or below it is not applied again. */
  readonly lastBatchUid: number
  /** What became of its operations: should the process die now, its tasks are told after the next start. */
  readonly lastOutcomes?: readonly OperationOutcome[]
  readonly primaryKey: string | null
  readonly settings: Settings
  /** Field paths; a field's id is its place here. */
  readonly fields: readonly string[]
  /** By ascending lowest document number. */
  readonly segments: readonly SegmentEntry[]
  readonly nextSegmentId: number
  readonly documentCount: number
  /** Documents per top-level key. */
  readonly fieldDistribution: Readonly<Record<string, number>>
  /** Slots of indexing fragments, by embedder and fragment; absent where there are none. */
  readonly fragmentSlots?: FragmentSlots
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** An index that was just made. */
export function emptyManifest(options: {
  readonly primaryKey: string | null
  readonly nowMs: number
  readonly batchUid: number
}): Manifest {
  return {
    generation: 0,
    writerEpoch: 0,
    lastBatchUid: options.batchUid,
    primaryKey: options.primaryKey,
    settings: DEFAULT_SETTINGS,
    fields: [],
    segments: [],
    nextSegmentId: 0,
    documentCount: 0,
    fieldDistribution: {},
    createdAtMs: options.nowMs,
    updatedAtMs: options.nowMs,
  }
}

export function encodeManifest(manifest: Manifest): StoredManifest {
  const text = JSON.stringify({
    version: MANIFEST_VERSION,
    ...manifest,
    segments: manifest.segments.map((segment) => ({
      ...segment,
      deletions: segment.deletions.encode(),
    })),
  })
  return {
    generation: manifest.generation,
    writerEpoch: manifest.writerEpoch,
    bytes: new TextEncoder().encode(text),
  }
}

export function decodeManifest(stored: StoredManifest): Manifest {
  const refuse = (expected: string, found: string, cause?: unknown): CorruptIndexError =>
    new CorruptIndexError({
      file: 'manifest',
      structure: 'contents',
      expected,
      found,
      advice: 'Open it with the version of Sextant that wrote it, or restore it from a snapshot.',
      cause,
    })
  let parsed: Omit<Manifest, 'segments'> & {
    version: number
    segments: (Omit<SegmentEntry, 'deletions'> & { deletions: string })[]
  }
  try {
    parsed = JSON.parse(new TextDecoder().decode(stored.bytes)) as typeof parsed
  } catch (error) {
    throw refuse('JSON text', 'something else', error)
  }
  if (parsed.version !== MANIFEST_VERSION) {
    throw refuse(`version ${MANIFEST_VERSION}`, `version ${String(parsed.version)}`)
  }
  const { version: _, ...manifest } = parsed
  return {
    ...manifest,
    settings: { ...DEFAULT_SETTINGS, ...manifest.settings },
    segments: manifest.segments.map((segment) => ({
      ...segment,
      deletions: Deletions.decode(segment.deletions, segment.docCount),
    })),
  }
}

/** Files that a manifest needs. */
export function filesOf(manifest: Manifest): Set<string> {
  const names = new Set<string>()
  for (const { files } of manifest.segments) {
    for (const name of namesOf(files)) names.add(name)
  }
  return names
}
