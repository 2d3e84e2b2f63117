import { FileManifestStore } from '../../src/store/file-manifest-store.ts'
import { FileSegmentStore } from '../../src/store/file-segment-store.ts'
import type { ManifestStore } from '../../src/store/manifest-store.ts'
import type { SegmentStore } from '../../src/store/segment-store.ts'
import { SimulatedDisk, type Spared } from './simulated-disk.ts'

/** The two stores of one index. */
export interface Stores {
  readonly segments: SegmentStore
  readonly manifests: ManifestStore
}

/** Stores on a disk that loses power at the `failAt`-th point of a write, sync, rename or removal (0 is the first). */
export interface FailingStores extends Stores {
  /** Points passed so far: a run with `failAt` not below this number meets no failure. */
  operationsSeen(): number
  /** Stores over what the crash spared; each call gives new ones, of which the others see nothing. */
  afterCrash(spared?: Spared): Stores
  /** The stores as they are now, with what a crash would lose, to fail `failAt` points from here: for long runs. */
  copy(failAt: number): FailingStores
}

/**
 * The stores of files, as they are in production, on a simulated disk. After the failure every call throws
 * PowerLossError: the process that used them is no more.
 *
 * A crash test runs the same work for failAt = 0, 1, 2 … until `operationsSeen() <= failAt`, and each time reopens the
 * index from `afterCrash(…)`.
 */
export function createFailingStores(failAt: number): FailingStores {
  return failingStoresOn(new SimulatedDisk(failAt))
}

function failingStoresOn(disk: SimulatedDisk): FailingStores {
  return {
    ...storesOn(disk),
    operationsSeen: () => disk.pointsSeen,
    afterCrash: (spared = 'synced') => storesOn(disk.afterCrash(spared)),
    copy: (pointsLeft) => failingStoresOn(disk.copy(pointsLeft)),
  }
}

function storesOn(disk: SimulatedDisk): Stores {
  return {
    segments: new FileSegmentStore('/index/segments', disk),
    manifests: new FileManifestStore('/index/MANIFEST', disk),
  }
}
