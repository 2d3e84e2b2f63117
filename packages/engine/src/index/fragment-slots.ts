import { compareWords } from '../bits/word-order.ts'
import type { Embedder } from '../settings/embedders.ts'

/** Slot of each indexing fragment, by embedder and fragment. */
export type FragmentSlots = Readonly<Record<string, Readonly<Record<string, number>>>>

/** A fragment keeps its slot as long as it exists; new ones take the lowest free slots in the order of their names. */
export function assignFragmentSlots(
  known: FragmentSlots,
  embedders: Readonly<Record<string, Embedder>>,
): FragmentSlots {
  const assigned: Record<string, Record<string, number>> = {}
  for (const [name, embedder] of Object.entries(embedders)) {
    const fragments = (embedder.indexingEmbedder ?? embedder).indexingFragments ?? {}
    const names = Object.keys(fragments).toSorted(compareWords)
    if (names.length === 0) continue
    const slots = new Map<string, number>()
    const old = new Map(Object.entries(known[name] ?? {}))
    for (const fragment of names) {
      const slot = old.get(fragment)
      if (slot !== undefined) slots.set(fragment, slot)
    }
    const taken = new Set(slots.values())
    let next = 0
    for (const fragment of names) {
      if (slots.has(fragment)) continue
      while (taken.has(next)) next++
      slots.set(fragment, next++)
    }
    assigned[name] = Object.fromEntries(slots)
  }
  return assigned
}
