import { dictionaryWordEnds } from './dictionary-words.ts'
import type { Segmenter } from './segmenter.ts'

/** Japanese words as the runtime's dictionary has them. */
export const japanese: Segmenter = {
  name: 'japanese',
  wordEnds: (piece) => dictionaryWordEnds(piece, 'ja'),
}
