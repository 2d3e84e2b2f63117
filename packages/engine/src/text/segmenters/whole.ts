import type { Segmenter } from './segmenter.ts'

/** Scripts written with spaces: what stands between separators is one word. */
export const whole: Segmenter = {
  name: 'whole',
  wordEnds: (piece) => [piece.length],
}
