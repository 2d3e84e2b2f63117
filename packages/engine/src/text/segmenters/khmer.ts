import { dictionaryWordEnds } from './dictionary-words.ts'
import type { Segmenter } from './segmenter.ts'

/** Khmer words as the runtime's dictionary has them. */
export const khmer: Segmenter = {
  name: 'khmer',
  wordEnds: (piece) => dictionaryWordEnds(piece, 'km'),
}
