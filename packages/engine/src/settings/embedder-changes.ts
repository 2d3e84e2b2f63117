import { hasFragments } from './embedder-fields.ts'
import type { Embedder, Fragment } from './embedders.ts'
import { compareWords } from '../bits/word-order.ts'

/**
 * What a change asks of the vectors of one embedder, the strongest demand alone. Vectors that the user gave are never
 * made again.
 * - `add`: take vectors from the documents, generate the missing ones.
 * - `remove`: drop them; those of the user go back into the documents.
 * - `regenerate`: make all generated vectors again.
 * - `fragments`: make those of the named fragments again where their text differs, drop those of `removed`.
 * - `rerender`: render again, make vectors where the text differs.
 */
export type EmbedderChange = {
  readonly name: string
  /** Full vectors must be reduced to their signs. */
  readonly quantize: boolean
} & (
  | { readonly action: 'add' | 'remove' | 'regenerate' | 'rerender' | 'none' }
  | {
      readonly action: 'fragments'
      readonly changed: readonly string[]
      readonly removed: readonly string[]
    }
)

/** The embedders whose vectors a change touches, in order of name. */
export function embedderChanges(
  old: Readonly<Record<string, Embedder>>,
  next: Readonly<Record<string, Embedder>>,
  facts: { readonly areSearchablesSame: boolean },
): EmbedderChange[] {
  const before = new Map(Object.entries(old))
  const after = new Map(Object.entries(next))
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted(compareWords)
  const changes: EmbedderChange[] = []
  for (const name of names) {
    const change = embedderChange(name, before.get(name), after.get(name), facts)
    if (change.action !== 'none' || change.quantize) changes.push(change)
  }
  return changes
}

function embedderChange(
  name: string,
  old: Embedder | undefined,
  next: Embedder | undefined,
  facts: { readonly areSearchablesSame: boolean },
): EmbedderChange {
  if (next === undefined) return { name, action: 'remove', quantize: false }
  if (old === undefined) return { name, action: 'add', quantize: false }
  const quantize = next.binaryQuantized === true && old.binaryQuantized !== true
  // documents are the affair of the indexing part of a composite
  const oldIndexer = old.indexingEmbedder ?? old
  const nextIndexer = next.indexingEmbedder ?? next
  if (old.source !== next.source || isOtherModel(oldIndexer, nextIndexer)) {
    return { name, action: 'regenerate', quantize }
  }
  if (hasFragments(nextIndexer))
    return { name, quantize, ...fragmentChange(oldIndexer, nextIndexer) }
  const rerenders =
    isTextOther(oldIndexer, nextIndexer) ||
    (!facts.areSearchablesSame && nextIndexer.documentTemplate !== undefined)
  return { name, action: rerenders ? 'rerender' : 'none', quantize }
}

function isOtherModel(old: Embedder, next: Embedder): boolean {
  if (old.source !== next.source) return true
  if (hasFragments(old) !== hasFragments(next)) return true
  const fields = ['model', 'revision', 'pooling', 'request', 'response'] as const
  if (fields.some((field) => !isSame(old[field], next[field]))) return true
  return next.source === 'openAi' ? old.dimensions !== next.dimensions : old.url !== next.url
}

function fragmentChange(
  old: Embedder,
  next: Embedder,
):
  | { readonly action: 'none' }
  | {
      readonly action: 'fragments'
      readonly changed: readonly string[]
      readonly removed: readonly string[]
    } {
  const before = new Map<string, Fragment>(Object.entries(old.indexingFragments ?? {}))
  const after = new Map<string, Fragment>(Object.entries(next.indexingFragments ?? {}))
  const changed = [...after.keys()].filter((name) => !isSame(before.get(name), after.get(name)))
  const removed = [...before.keys()].filter((name) => !after.has(name))
  if (changed.length + removed.length === 0) return { action: 'none' }
  return { action: 'fragments', changed, removed }
}

/** A lower limit alone is no reason to make vectors again. */
function isTextOther(old: Embedder, next: Embedder): boolean {
  if (old.documentTemplate !== next.documentTemplate) return true
  return (next.documentTemplateMaxBytes ?? 0) > (old.documentTemplateMaxBytes ?? 0)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
