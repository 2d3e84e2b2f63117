import { COMPOSITE_DISTANCE_MAX } from '../limits.ts'
import { hasFragments } from '../settings/embedder-fields.ts'
import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'
import { EmbedFailure } from './embed-failure.ts'
import type { EmbedWatch } from './embedder.ts'
import { type SizedSource, embedAll } from './source.ts'

/** Throws EmbedFailure when the two parts of a composite do not give the same vectors for the same texts. */
export async function compareParts(
  parts: { readonly search: SizedSource; readonly indexing: SizedSource },
  settings: {
    readonly searchEmbedder: EmbedderSettings
    readonly indexingEmbedder: EmbedderSettings
  },
  { signal, onRequest }: EmbedWatch,
): Promise<void> {
  const { search, indexing } = parts
  if (search.dimensions !== indexing.dimensions) {
    throw new EmbedFailure(
      'user error',
      `\`searchEmbedder\` has ${search.dimensions} dimensions and \`indexingEmbedder\` has ${indexing.dimensions}: they must have the same`,
    )
  }
  const { searchEmbedder, indexingEmbedder } = settings
  // a text means nothing to a server of fragments
  if (hasFragments(searchEmbedder) || hasFragments(indexingEmbedder)) return
  const [found, indexed] = await Promise.all([
    embedAll(search, PROBES, { signal, onRequest }),
    embedAll(indexing, PROBES, { signal, onRequest }),
  ])
  for (const [at, vector] of found.entries()) {
    const distance = angularDistance(vector, indexed[at] ?? vector)
    if (distance <= COMPOSITE_DISTANCE_MAX) continue
    throw new EmbedFailure(
      'user error',
      `\`searchEmbedder\` and \`indexingEmbedder\` do not agree: their vectors for \`${PROBES[at]}\` are at a distance of ${distance}, at most ${COMPOSITE_DISTANCE_MAX} is expected; ${hint(settings)}`,
    )
  }
}

const PROBES: readonly string[] = [
  'a quiet harbour in the early morning',
  'how do I replace the chain of a bicycle?',
  'Sphinx of black quartz, 1879',
]

function hint(settings: Parameters<typeof compareParts>[1]): string {
  const local = [settings.searchEmbedder, settings.indexingEmbedder].filter(
    ({ source }) => source === 'huggingFace',
  )
  if (local.length === 2) return 'check `model`, `revision` and `pooling` of both'
  if (local.length === 1) return 'check the models, or try another `pooling`'
  return 'check that both use the same model'
}

function angularDistance(a: Float32Array, b: Float32Array): number {
  let [dot, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    aa += a[i]! * a[i]!
    bb += b[i]! * b[i]!
  }
  const norms = Math.sqrt(aa) * Math.sqrt(bb)
  const cosine = norms === 0 ? 1 : Math.max(-1, Math.min(1, dot / norms))
  return (1 - cosine) / 2
}
