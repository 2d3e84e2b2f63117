import { dictionaryWordEnds } from './dictionary-words.ts'
import type { Segmenter } from './segmenter.ts'

/** Thai words as the runtime's dictionary has them. */
export const thai: Segmenter = {
  name: 'thai',
  wordEnds: (piece) => dictionaryWordEnds(piece, 'th'),
}
