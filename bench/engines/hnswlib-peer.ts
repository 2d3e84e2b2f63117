// hnswlib, where somebody has compiled it: `npm install --no-save hnswlib-node`. It is not installed with the rest, since it
// needs a compiler.

/** An index of the peer, as far as it is used here. */
interface HnswIndex {
  initIndex(countMax: number, connectivity: number, expansion: number, seed: number): void
  addPoint(vector: number[], label: number): void
  setEf(expansion: number): void
  searchKnn(vector: number[], count: number): { readonly neighbors: number[] }
}

interface HnswModule {
  readonly HierarchicalNSW: new (space: 'cosine', dimensions: number) => HnswIndex
}

/** Vectors in the peer's hands. */
export interface HnswPeer {
  nearest(query: Float32Array, count: number): number[]
}

/** Gives the vectors to hnswlib, as closely linked as those given to usearch. */
export type BuildHnsw = (values: Float32Array, dimensions: number) => HnswPeer

/** A builder, or null where hnswlib is not installed. */
export async function loadHnsw(): Promise<BuildHnsw | null> {
  // a name in a variable: the types check must not look for it
  const name: string = 'hnswlib-node'
  let loaded: { readonly default: HnswModule }
  try {
    loaded = (await import(name)) as { readonly default: HnswModule }
  } catch {
    return null
  }
  const { HierarchicalNSW } = loaded.default
  return (values, dimensions) => {
    const count = values.length / dimensions
    const index = new HierarchicalNSW('cosine', dimensions)
    index.initIndex(count, 16, 128, 1)
    for (let i = 0; i < count; i++) {
      index.addPoint(Array.from(values.subarray(i * dimensions, (i + 1) * dimensions)), i)
    }
    index.setEf(64)
    return { nearest: (query, k) => index.searchKnn(Array.from(query), k).neighbors }
  }
}
