import type { Segmenter } from './segmenter.ts'

const ARTICLE = /^[اأإآٱ]ل/

/** Cuts the article off words that have more than it. */
export const arabic: Segmenter = {
  name: 'arabic',
  wordEnds: (piece) =>
    piece.length > 2 && ARTICLE.test(piece) ? [2, piece.length] : [piece.length],
}
