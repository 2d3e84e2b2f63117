/** The seed of every bench: the same samples in every run. */
export const SEED = 20_261_115

/** Numbers from 0 up to 1, the same for the same seed (a linear congruential generator). */
export function seededRandom(seed: number = SEED): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A new array in an order that depends on the seed alone. */
export function shuffled<Item>(items: readonly Item[], seed: number = SEED): Item[] {
  const random = seededRandom(seed)
  const result = items.slice()
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const item = result[i]!
    result[i] = result[j]!
    result[j] = item
  }
  return result
}
