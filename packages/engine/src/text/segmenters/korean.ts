import { dictionaryWordEnds } from './dictionary-words.ts'
import type { Segmenter } from './segmenter.ts'

/** Korean is written with spaces; the runtime cuts only where scripts meet. */
export const korean: Segmenter = {
  name: 'korean',
  wordEnds: (piece) => dictionaryWordEnds(piece, 'ko'),
}
