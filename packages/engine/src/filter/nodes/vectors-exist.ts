import { DocSet } from '../../bits/doc-set.ts'
import type { Embedder } from '../../settings/embedders.ts'
import type { FilterContext } from '../filter-context.ts'
import { errorAt, quote } from '../filter-source.ts'
import type { FilterPlace } from '../filter-source.ts'

/** What can be asked of the vectors of an embedder, besides whether there are any. */
export const VECTOR_PROPERTIES = [
  'userProvided',
  'regenerate',
  'documentTemplate',
  'fragments',
] as const

export type VectorProperty = 'any' | (typeof VECTOR_PROPERTIES)[number]

/** A name in a filter and where it stands. */
export interface NamedPlace {
  readonly name: string
  readonly place: FilterPlace
}

/** `_vectors.embedder.property EXISTS`: documents with such vectors. */
export interface VectorsExistNode {
  readonly kind: 'vectorsExist'
  readonly place: FilterPlace
  /** Null for any embedder. */
  readonly embedder: NamedPlace | null
  readonly property: VectorProperty
  /** Of `fragments`: which one. */
  readonly fragment: NamedPlace | null
}

export function vectorsExistNode(parts: Omit<VectorsExistNode, 'kind'>): VectorsExistNode {
  return Object.freeze({ kind: 'vectorsExist', ...parts })
}

export function evaluateVectorsExist(
  node: VectorsExistNode,
  context: FilterContext,
  within: DocSet,
): DocSet {
  const { vectors, settings } = context.searcher
  const names = Object.keys(settings.embedders)
  if (node.embedder === null) {
    if (vectors === undefined) return DocSet.EMPTY
    return DocSet.union(names.map((name) => vectors.slotsWith(name))).and(within)
  }
  const { name } = node.embedder
  if (!names.includes(name)) throw unknown(node.embedder, 'Embedder', names)
  const indexer = settings.embedders[name]!.indexingEmbedder ?? settings.embedders[name]!
  checkFragment(node, indexer)
  if (vectors === undefined) return DocSet.EMPTY
  return withProperty(node, name, indexer, vectors).and(within)
}

function withProperty(
  node: VectorsExistNode,
  name: string,
  indexer: Embedder,
  vectors: NonNullable<FilterContext['searcher']['vectors']>,
): DocSet {
  switch (node.property) {
    case 'any':
      return vectors.slotsWith(name)
    case 'userProvided':
      return vectors.filter(name, (own, doc) => own.isUserProvided(doc))
    case 'regenerate':
      return vectors.filter(name, (own, doc) => own.mustRegenerate(doc))
    case 'documentTemplate':
      if (indexer.indexingFragments !== undefined) return DocSet.EMPTY
      return vectors.filter(name, (own, doc) => !own.isUserProvided(doc))
    case 'fragments': {
      const place = vectors.fragmentSlots[name]?.[node.fragment!.name]
      return vectors.filter(name, (own, doc, slot) => slot === place && !own.isUserProvided(doc))
    }
  }
}

function checkFragment({ fragment }: VectorsExistNode, indexer: Embedder): void {
  if (fragment === null) return
  const fragments = Object.keys(indexer.indexingFragments ?? {})
  if (!fragments.includes(fragment.name)) throw unknown(fragment, 'Fragment', fragments)
}

function unknown({ name, place }: NamedPlace, what: string, known: readonly string[]): Error {
  const names = known.map((other) => `\`${other}\``).join(', ')
  const available = known.length === 0 ? 'There are none.' : `Available: ${names}.`
  return errorAt(place, `${what} ${quote(name)} is not known. ${available}`)
}
