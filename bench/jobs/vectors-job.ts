// Builds a vector part and an index of usearch from the same vectors and asks both the same questions, in turns.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Index, MetricKind, ScalarKind } from 'usearch'
import type * as setModule from '../../packages/engine/src/bits/doc-set.ts'
import type * as kernelModule from '../../packages/engine/src/vector/kernel.ts'
import type * as partModule from '../../packages/engine/src/vector/vector-part.ts'
import type * as writerModule from '../../packages/engine/src/vector/write-vector-part.ts'
import { clusteredVectors } from '../clustered-vectors.ts'
import { loadHnsw } from '../engines/hnswlib-peer.ts'
import { serveJob } from '../job.ts'
import { seededRandom } from '../seeded-random.ts'

export interface VectorsJob {
  readonly rowCount: number
  readonly dimensions: number
  readonly queryCount: number
  /** Shares of the documents that pass a filter. */
  readonly filterShares: readonly number[]
}

/** What one way of searching took and found. */
export interface AskedResult {
  readonly name: string
  readonly timesMs: readonly number[]
  /** The share of the ten nearest that was found. */
  readonly recall: number
}

export interface VectorsJobResult {
  readonly ownBuildSeconds: number
  readonly peerBuildSeconds: number
  /** Null where hnswlib is not installed. */
  readonly hnswBuildSeconds: number | null
  /** A merge that adds a tenth to a part that has a graph. */
  readonly mergeSeconds: number
  /** Bytes of the part, of which nothing is copied to search it, over bytes of the vectors. */
  readonly sizeRatio: number
  readonly asked: readonly AskedResult[]
}

const NEIGHBOURS = 10
const ROUNDS = 3

serveJob(async (job: VectorsJob): Promise<VectorsJobResult> => {
  const { writeVectorPart } = await ownModule<WriterModule>('vector/write-vector-part')
  const { dimensions, rowCount, queryCount } = job
  const mergedCount = Math.floor(rowCount * 1.1)
  const all = clusteredVectors({ ...job, rowCount: mergedCount })
  const query = (i: number): Float32Array =>
    all.queries.subarray(i * dimensions, (i + 1) * dimensions)
  const rows = firstRows(all.rows, dimensions, rowCount)
  const { values } = rows
  const options = { binaryQuantized: false, graphBytesMin: 0 }
  const own = timed(() => writeVectorPart(rows, options))
  const part = await openInKernelMemory(own.result)
  const exact = await openInKernelMemory(
    writeVectorPart(rows, { ...options, graphBytesMin: Infinity }),
  )
  const merge = timed(() => {
    const docMap = Int32Array.from(rows.docIds)
    writeVectorPart(firstRows(all.rows, dimensions, mergedCount), options, [{ part, docMap }])
  })
  const peer = new Index({
    dimensions,
    metric: MetricKind.Cos,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: 64,
    quantization: ScalarKind.F32,
    multi: false,
  })
  const peerBuild = timed(() => {
    for (let i = 0; i < rowCount; i++) {
      peer.add(BigInt(i), values.subarray(i * dimensions, (i + 1) * dimensions), 1)
    }
  })

  const buildHnsw = await loadHnsw()
  const hnsw = buildHnsw === null ? null : timed(() => buildHnsw(values, dimensions))

  const filters = await Promise.all(job.filterShares.map((share) => randomDocs(rowCount, share)))
  const ways: readonly Way[] = [
    {
      name: 'usearch',
      find: (i) => Array.from(peer.search(query(i), NEIGHBOURS, 1).keys, Number),
      truth: (i) => exact.nearest(query(i), NEIGHBOURS, undefined).docIds,
    },
    ...(hnsw === null
      ? []
      : [
          {
            name: 'hnswlib',
            find: (i: number) => hnsw.result.nearest(query(i), NEIGHBOURS),
            truth: (i: number) => exact.nearest(query(i), NEIGHBOURS, undefined).docIds,
          },
        ]),
    {
      name: 'own',
      find: (i) => part.nearest(query(i), NEIGHBOURS, undefined).docIds,
      truth: (i) => exact.nearest(query(i), NEIGHBOURS, undefined).docIds,
    },
    {
      name: 'own, exact scan',
      find: (i) => exact.nearest(query(i), NEIGHBOURS, undefined).docIds,
      truth: (i) => exact.nearest(query(i), NEIGHBOURS, undefined).docIds,
    },
    ...filters.map((docs, at): Way => ({
      name: `own, filter ${job.filterShares[at]! * 100} %`,
      find: (i) => part.nearest(query(i), NEIGHBOURS, docs).docIds,
      truth: (i) => exact.nearest(query(i), NEIGHBOURS, docs).docIds,
    })),
  ]
  return {
    ownBuildSeconds: own.seconds,
    peerBuildSeconds: peerBuild.seconds,
    hnswBuildSeconds: hnsw?.seconds ?? null,
    mergeSeconds: merge.seconds,
    sizeRatio: own.result.length / (values.length * 4),
    asked: askInTurns(ways, queryCount),
  }
})

interface Way {
  readonly name: string
  readonly find: (query: number) => ArrayLike<number>
  readonly truth: (query: number) => ArrayLike<number>
}

function askInTurns(ways: readonly Way[], queryCount: number): AskedResult[] {
  const asked = ways.map(({ name }) => ({ name, timesMs: [] as number[], found: 0, wanted: 0 }))
  for (let round = 0; round < ROUNDS; round++) {
    for (let query = 0; query < queryCount; query++) {
      for (const [at, { find, truth }] of ways.entries()) {
        const start = performance.now()
        const found = new Set(Array.from(find(query)))
        const took = performance.now() - start
        // the first round warms up and is checked
        if (round > 0) asked[at]!.timesMs.push(took)
        else {
          const wanted = Array.from(truth(query))
          asked[at]!.wanted += wanted.length
          asked[at]!.found += wanted.filter((doc) => found.has(doc)).length
        }
      }
    }
  }
  return asked.map(({ name, timesMs, found, wanted }) => ({
    name,
    timesMs,
    recall: found / wanted,
  }))
}

/** The first rows, each of a document of its own. */
function firstRows(values: Float32Array, dimensions: number, count: number): Rows {
  return {
    dimensions,
    docIds: Uint32Array.from({ length: count }, (_, i) => i),
    slots: new Uint8Array(count),
    values: values.subarray(0, count * dimensions),
  }
}

/** Seconds of processor time: another program on the machine does not count. */
function timed<Result>(work: () => Result): { result: Result; seconds: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

async function openInKernelMemory(bytes: Uint8Array): Promise<partModule.VectorPart> {
  const { VectorPart } = await ownModule<PartModule>('vector/vector-part')
  const { allocateKernelMemory } = await ownModule<KernelModule>('vector/kernel')
  const memory = allocateKernelMemory(bytes.length)
  if (memory === undefined) return VectorPart.open(bytes)
  const copy = new Uint8Array(memory.buffer, 0, bytes.length)
  copy.set(bytes)
  return VectorPart.open(copy, memory)
}

async function randomDocs(count: number, share: number): Promise<setModule.DocSet> {
  const { DocSet } = await ownModule<SetModule>('bits/doc-set')
  const random = seededRandom()
  const docs = Uint32Array.from({ length: count }, (_, doc) => doc)
  return DocSet.fromSorted(docs.filter(() => random() < share))
}

type WriterModule = typeof writerModule
type Rows = Parameters<WriterModule['writeVectorPart']>[0]
type PartModule = typeof partModule
type KernelModule = typeof kernelModule
type SetModule = typeof setModule

/** A module that the engine does not offer to others. */
async function ownModule<Module>(name: string): Promise<Module> {
  const file = join(process.cwd(), 'packages/engine/dist', `${name}.js`)
  return (await import(pathToFileURL(file).href)) as Module
}
