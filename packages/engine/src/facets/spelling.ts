// How a value was written in a document: columns keep one spelling of a value, which is not always the one asked for.

import { normalizeFacetString } from '../text/facet-string.ts'
import type { ValueSource } from './count-values.ts'
import type { FacetSearcher } from './facet-searcher.ts'

/** Spells values of one field; documents are read at most once. */
export class Speller {
  readonly #path: string
  readonly #searcher: FacetSearcher
  readonly #documents = new Map<number, unknown>()

  constructor(path: string, searcher: FacetSearcher) {
    this.#path = path
    this.#searcher = searcher
  }

  /** The value as the source's document has it, neither trimmed nor folded. */
  spell(value: string, source: ValueSource): string {
    const { part } = source
    const display = part.stringDisplay(source.ordinal)
    if (part.isSpelledOneWay(source.ordinal)) return display
    return findSpelling(this.#document(source.slot()), '', this.#path, value) ?? display
  }

  #document(slot: number): unknown {
    if (!this.#documents.has(slot)) {
      const text = new TextDecoder().decode(this.#searcher.documentBytes(slot))
      this.#documents.set(slot, JSON.parse(text))
    }
    return this.#documents.get(slot)
  }
}

/** The first text at `path` that is the value, looking through objects and lists. */
function findSpelling(node: unknown, at: string, path: string, value: string): string | null {
  if (Array.isArray(node)) {
    for (const element of node as unknown[]) {
      const found = findSpelling(element, at, path, value)
      if (found !== null) return found
    }
    return null
  }
  if (typeof node === 'object' && node !== null) {
    for (const [key, member] of Object.entries(node)) {
      const name = at === '' ? key : `${at}.${key}`
      if (name !== path && !path.startsWith(`${name}.`)) continue
      const found = findSpelling(member, name, path, value)
      if (found !== null) return found
    }
    return null
  }
  if (at !== path || (typeof node !== 'string' && typeof node !== 'boolean')) return null
  const text = String(node)
  return normalizeFacetString(text) === value ? text : null
}
