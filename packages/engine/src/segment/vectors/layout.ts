// Vectors of a segment, per embedder: one byte of state per document, and vector parts. All vectors of a part have one
// size; there is a second part only where `dimensions` was changed and older vectors stayed.

/** Section with the state of each document. */
export function statesSection(embedder: string): string {
  return `vectors.states.${embedder}`
}

/** Section of the vector part at `partIndex`. */
export function partSection(embedder: string, partIndex: number): string {
  return `vectors.part.${partIndex}.${embedder}`
}

/** State bit: the vectors came from the user. */
export const STATE_USER_PROVIDED = 1
/** State bit: the engine may make the vectors again. */
export const STATE_REGENERATE = 2
