import type { Embedder, EmbedWatch } from '../embed/embedder.ts'
import { InputError } from '../errors.ts'
import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'

/** What the writer needs of an embedder. */
export type DocumentEmbedder = Pick<Embedder, 'dimensions' | 'embedDocuments'>

/** Gives the embedder that settings describe; making it may take a request. Throws InputError when it cannot be made. */
export type EmbedderSource = (
  name: string,
  settings: EmbedderSettings,
  watch?: EmbedWatch,
) => Promise<DocumentEmbedder>

/** For a writer that was given none: documents must bring their vectors. */
export const NO_EMBEDDERS: EmbedderSource = (name, { source }) =>
  Promise.reject(
    new InputError(
      'vector_embedding_error',
      `Embedder \`${name}\` of source \`${source}\` cannot be used here: no way to call it was given.`,
    ),
  )
