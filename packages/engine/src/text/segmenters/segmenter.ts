/** Cuts a piece of text that holds no separator into words. */
export interface Segmenter {
  readonly name: string
  /** The ends of the words of `piece`, ascending, the last one `piece.length`; `piece` is not empty. */
  wordEnds(piece: string): readonly number[]
}
