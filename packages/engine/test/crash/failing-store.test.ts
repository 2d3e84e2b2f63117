import { describe, expect, test } from 'vitest'
import { FileManifestStore } from '../../src/store/file-manifest-store.ts'
import { FileSegmentStore } from '../../src/store/file-segment-store.ts'
import { describeManifestStore } from '../../src/store/manifest-store.contract.ts'
import { describeSegmentStore } from '../../src/store/segment-store.contract.ts'
import { type Stores, createFailingStores } from './failing-store.ts'
import { PowerLossError, SimulatedDisk } from './simulated-disk.ts'

describeSegmentStore('FileSegmentStore on a simulated disk', () => noFailure().segments)
describeManifestStore('FileManifestStore on a simulated disk', () => noFailure().manifests)

const COMMITS = 3

describe('losing power during commits', () => {
  test.each(['synced', 'names', 'all'] as const)(
    'leaves the old commit or the new one when %s is spared, at every point',
    async (spared) => {
      let failAt = 0
      for (;;) {
        const stores = createFailingStores(failAt)
        const progress = { begun: 0, finished: 0 }
        await commitAll(stores, progress).catch(requirePowerLoss)
        if (stores.operationsSeen() <= failAt) break

        const reopened = stores.afterCrash(spared)
        const generation = reopened.manifests.readSync()?.generation ?? 0
        expect(generation, `point ${failAt}`).toBeGreaterThanOrEqual(progress.finished)
        expect(generation, `point ${failAt}`).toBeLessThanOrEqual(progress.begun)
        for (let each = 1; each <= generation; each++) expectWhole(reopened, each)
        await sweepAndGoOn(reopened, generation)
        failAt++
      }
      // per commit: two files, each created, written in two steps, synced, renamed, and its folder synced
      expect(failAt).toBeGreaterThan(COMMITS * 2 * 10)
    },
  )

  test('stops everything from the first failure on', async () => {
    const stores = createFailingStores(5)
    await expect(commitAll(stores, { begun: 0, finished: 0 })).rejects.toThrow(PowerLossError)
    await expect(stores.segments.list()).rejects.toThrow(PowerLossError)
    await expect(stores.segments.put('other', [])).rejects.toThrow(PowerLossError)
    expect(() => stores.manifests.readSync()).toThrow(PowerLossError)
    expect(stores.afterCrash().manifests.readSync()).toBeNull()
  })

  test('brings back deleted files that the disk did not forget', async () => {
    const stores = noFailure()
    await stores.segments.put('a', [Uint8Array.of(1)])
    await stores.segments.delete('a')
    expect(await stores.segments.list()).toEqual([])
    expect(await stores.afterCrash('synced').segments.list()).toEqual(['a'])
    expect(await stores.afterCrash('all').segments.list()).toEqual([])
  })
})

describe('the simulated disk', () => {
  test('loses the name of a file whose folder was not synced', async () => {
    const disk = without('syncFolder')
    await new FileSegmentStore('/s', disk).put('a', [Uint8Array.of(1)])
    expect(await new FileSegmentStore('/s', disk.afterCrash('synced')).list()).toEqual([])
    expect(await new FileSegmentStore('/s', disk.afterCrash('names')).list()).toEqual(['a'])
  })

  test('loses the bytes of a file that was not synced before its name', async () => {
    const disk = new SimulatedDisk()
    const file = await disk.create('/s/a')
    await file.write(Uint8Array.of(1))
    await disk.syncFolder('/s')
    expect(disk.open('/s/a')?.sizeBytes).toBe(1)
    expect(disk.afterCrash('synced').open('/s/a')?.sizeBytes).toBe(0)
  })

  test('keeps the manifest that an unsynced rename would have replaced', async () => {
    const disk = without('syncFolder', 1)
    const manifests = new FileManifestStore('/i/MANIFEST', disk)
    await manifests.publish(manifest(1), { generation: null })
    await manifests.publish(manifest(2), { generation: 1 })
    const reopened = new FileManifestStore('/i/MANIFEST', disk.afterCrash('synced'))
    expect(reopened.readSync()?.generation).toBe(1)
  })
})

async function commitAll(
  stores: Stores,
  progress: { begun: number; finished: number },
): Promise<void> {
  for (let generation = 1; generation <= COMMITS; generation++) {
    progress.begun = generation
    await commit(stores, generation)
    progress.finished = generation
  }
}

async function commit(stores: Stores, generation: number): Promise<void> {
  await stores.segments.put(`s${generation}`, segmentParts(generation))
  await stores.manifests.publish(manifest(generation), {
    generation: generation === 1 ? null : generation - 1,
  })
}

/** What a writer does when it opens an index again: deletes what the manifest does not name, then writes on. */
async function sweepAndGoOn(stores: Stores, generation: number): Promise<void> {
  for (const name of await stores.segments.list()) {
    if (Number(/^s(\d+)$/u.exec(name)?.[1] ?? Infinity) > generation) {
      await stores.segments.delete(name)
    }
  }
  await commit(stores, generation + 1)
  expectWhole(stores, generation + 1)
  const expected = Array.from({ length: generation + 1 }, (_, position) => `s${position + 1}`)
  expect(await stores.segments.list()).toEqual(expected)
}

function expectWhole(stores: Stores, generation: number): void {
  const file = stores.segments.open(`s${generation}`)
  expect(Buffer.from(file.read(0, file.sizeBytes))).toEqual(Buffer.concat(segmentParts(generation)))
  file.close()
}

function segmentParts(generation: number): Uint8Array[] {
  return [Uint8Array.of(generation, 1, 2), Uint8Array.of(3, 4, 5, 6)]
}

function manifest(generation: number): {
  generation: number
  writerEpoch: number
  bytes: Uint8Array
} {
  return { generation, writerEpoch: 1, bytes: Uint8Array.of(generation, 9) }
}

function noFailure(): ReturnType<typeof createFailingStores> {
  return createFailingStores(Infinity)
}

/** A disk that leaves out an operation, after it did it `timesDone` times. */
function without(operation: 'syncFolder', timesDone = 0): SimulatedDisk {
  const disk = new SimulatedDisk()
  const really = disk[operation].bind(disk)
  let timesLeft = timesDone
  disk[operation] = async (folder) => {
    if (timesLeft-- > 0) await really(folder)
  }
  return disk
}

function requirePowerLoss(error: unknown): void {
  if (!(error instanceof PowerLossError)) throw error
}
