// Which fields a search looks at, as tables by field-set id: one look-up per posting instead of a walk over its fields.

import type { Searcher } from '../index/searcher.ts'
import { matchesPattern } from '../settings/attribute-pattern.ts'

/** Cost of a field set without any searched field. */
export const NO_WEIGHT = 0xffff_ffff

/** The searched fields of one search. Tables grow with the searcher's field sets: call `refresh` before reading them. */
export class FieldScope {
  /** Per field set: 1 when it holds a searched field. */
  searched: Uint8Array = new Uint8Array(0)
  /** Per field set: 1 when it holds a searched field that takes typos. */
  tolerant: Uint8Array = new Uint8Array(0)
  /** Per field set: smallest weight of its searched fields, or NO_WEIGHT. */
  weights: Uint32Array = new Uint32Array(0)
  /** Every known field set is searched; is tolerant. Then the tables need not be read. */
  isAllSearched = true
  isAllTolerant = true
  #searcher: Searcher
  #patterns: readonly string[] | null
  #count = 0
  /** Per field: 1 when it is searched, 2 when it is not, 0 when nobody asked. */
  #fieldStates: Uint8Array

  private constructor(searcher: Searcher, patterns: readonly string[] | null) {
    this.#searcher = searcher
    this.#patterns = patterns
    this.#fieldStates = new Uint8Array(searcher.fields.count)
    this.refresh()
  }

  /** `attributes` are names or patterns; null, or a `*` among them, means all searchable fields. */
  static of(searcher: Searcher, attributes: readonly string[] | null): FieldScope {
    const patterns = attributes === null || attributes.includes('*') ? null : attributes
    if (patterns !== null) return new FieldScope(searcher, patterns)
    const known = unrestricted.get(searcher)
    if (known !== undefined) return known
    const scope = new FieldScope(searcher, null)
    unrestricted.set(searcher, scope)
    return scope
  }

  /** All searchable fields: the same scope for every search that leaves none out. */
  get isWhole(): boolean {
    return this.#patterns === null
  }

  /** Whether a field is searched at all. */
  has(fieldId: number): boolean {
    const known = this.#fieldStates[fieldId]
    if (known !== 0 && known !== undefined) return known === 1
    const isSearched = this.#find(fieldId)
    this.#fieldStates[fieldId] = isSearched ? 1 : 2
    return isSearched
  }

  #find(fieldId: number): boolean {
    const { fields } = this.#searcher
    if (fields.weight(fieldId) < 0) return false
    if (this.#patterns === null) return true
    const path = fields.path(fieldId)
    return this.#patterns.some((pattern) => matchesPattern(pattern, path))
  }

  /** Covers field sets that the searcher has come to know since. */
  refresh(): void {
    const { fieldSets, fields } = this.#searcher
    if (fieldSets.length === this.#count) return
    if (fieldSets.length > this.searched.length) this.#grow(fieldSets.length * 2)
    for (let id = this.#count; id < fieldSets.length; id++) {
      let weight = NO_WEIGHT
      let isTolerant = false
      for (const fieldId of fieldSets[id]!) {
        if (!this.has(fieldId)) continue
        weight = Math.min(weight, fields.weight(fieldId))
        isTolerant ||= !fields.isExact(fieldId)
      }
      this.weights[id] = weight
      this.searched[id] = weight === NO_WEIGHT ? 0 : 1
      this.tolerant[id] = isTolerant ? 1 : 0
      this.isAllSearched &&= weight !== NO_WEIGHT
      this.isAllTolerant &&= isTolerant
    }
    this.#count = fieldSets.length
  }

  #grow(length: number): void {
    const { searched, tolerant, weights } = this
    this.searched = new Uint8Array(length)
    this.tolerant = new Uint8Array(length)
    this.weights = new Uint32Array(length)
    this.searched.set(searched)
    this.tolerant.set(tolerant)
    this.weights.set(weights)
  }
}

const unrestricted = new WeakMap<Searcher, FieldScope>()
