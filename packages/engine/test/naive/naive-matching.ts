// Which documents satisfy which parts of a query, straight from relevancy 4: one document at a time, over its occurrences.

import type { QueryNode } from '../../src/query/query-graph.ts'
import { matchesPattern } from '../../src/settings/attribute-pattern.ts'
import { utf8Length } from '../../src/bits/word-order.ts'
import type { Occurrence } from './naive-documents.ts'
import type { NaiveSearcher } from './naive-searcher.ts'

export type Phrase = readonly (string | null)[]

/** One way to satisfy a node. */
export type Derivation =
  | { readonly kind: 'phrase'; readonly words: Phrase }
  | {
      readonly kind: 'word'
      readonly word: string
      readonly isTolerantOnly: boolean
      readonly isExact: boolean
      readonly isViaCachedPrefix: boolean
    }

/** Everything that satisfies a node: at every level, and per level. */
export interface NodeDerivations {
  readonly always: readonly Derivation[]
  readonly levels: readonly (readonly Derivation[])[]
}

/** What a step of a path may still use. */
export interface Step {
  readonly node: QueryNode
  readonly levels: readonly number[]
  readonly isExactOnly: boolean
}

const FAR = 9
const NUMERIC_WORD = /^[\p{N}!-/:-@[-`{-~]+$/u

/** Answers for one search; documents are slots. */
export class NaiveMatching {
  readonly searcher: NaiveSearcher
  #patterns: readonly string[] | null
  #derivations = new Map<QueryNode, NodeDerivations>()

  constructor(searcher: NaiveSearcher, attributesToSearchOn: readonly string[] | null) {
    this.searcher = searcher
    this.#patterns = attributesToSearchOn?.includes('*') === true ? null : attributesToSearchOn
  }

  isSearched(field: string): boolean {
    return this.#patterns?.some((pattern) => matchesPattern(pattern, field)) ?? true
  }

  occurrences(slot: number, word: string): Occurrence[] {
    return this.searcher.occurrences[slot]!.filter((occurrence) => occurrence.word === word)
  }

  hasWord(slot: number, word: string, isTolerantOnly = false): boolean {
    return this.occurrences(slot, word).some(
      ({ field }) => this.isSearched(field) && (!isTolerantOnly || this.#isTolerant(word, field)),
    )
  }

  #isTolerant(word: string, field: string): boolean {
    const { fields, settings } = this.searcher
    if (settings.typoTolerance.disableOnNumbers && NUMERIC_WORD.test(word)) return false
    return !fields.isExact(fields.id(field))
  }

  /** Smallest forward distance of 2.5, or FAR. */
  pair(slot: number, left: string, right: string): number {
    let best = FAR
    for (const a of this.occurrences(slot, left)) {
      for (const b of this.occurrences(slot, right)) {
        if (a.field !== b.field) continue
        if (this.searcher.settings.proximityPrecision === 'byAttribute') return 1
        const distance = b.position - a.position
        if (distance >= 1 && distance <= 3) best = Math.min(best, distance)
      }
    }
    return best
  }

  hasPhrase(slot: number, words: Phrase): boolean {
    if (!words.every((word) => word === null || this.hasWord(slot, word))) return false
    const window = Math.min(3, words.length)
    for (let start = 0; start + window <= words.length; start++) {
      for (let i = start; i < start + window; i++) {
        for (let j = i + 1; j < start + window; j++) {
          const left = words[i]!
          const right = words[j]!
          if (left === null || right === null) continue
          if (this.pair(slot, left, right) > j - i) return false
        }
      }
    }
    return true
  }

  satisfies(slot: number, derivation: Derivation): boolean {
    return derivation.kind === 'phrase'
      ? this.hasPhrase(slot, derivation.words)
      : this.hasWord(slot, derivation.word, derivation.isTolerantOnly)
  }

  stepDerivations(step: Step): Derivation[] {
    const { always, levels } = this.derivationsOf(step.node)
    if (step.isExactOnly) {
      if (step.node.phrase !== null) return [...always]
      return levels[0]!.filter((each) => each.kind === 'word' && each.isExact)
    }
    return [...always, ...step.levels.flatMap((level) => levels[level]!)]
  }

  satisfiesStep(slot: number, step: Step): boolean {
    return this.stepDerivations(step).some((derivation) => this.satisfies(slot, derivation))
  }

  derivationsOf(node: QueryNode): NodeDerivations {
    const known = this.#derivations.get(node)
    if (known !== undefined) return known
    const found = this.#derive(node)
    this.#derivations.set(node, found)
    return found
  }

  isCachedPrefix({ word, isPrefix }: QueryNode): boolean {
    const { tolerantWords } = this.searcher
    if (!isPrefix || utf8Length(word) > 4) return false
    return tolerantWords.filter((each) => each.startsWith(word)).length >= 100
  }

  #derive(node: QueryNode): NodeDerivations {
    const { word, phrase, components, isPrefix, typosMax } = node
    if (phrase !== null) {
      return { always: [{ kind: 'phrase', words: phrase }], levels: [[], [], []] }
    }
    const { words } = this.searcher
    const isNgram = components !== null
    const isCached = this.isCachedPrefix(node)
    const toWord = (each: string): Derivation => ({
      kind: 'word',
      word: each,
      isTolerantOnly: isNgram,
      isExact: each === word,
      isViaCachedPrefix: each !== word && isCached,
    })
    const longer = words.filter((each) => isPrefix && each !== word && each.startsWith(word))
    const typos =
      typosMax === 0 ? { one: [], two: [] } : this.searcher.typoWords(word, { isPrefix, typosMax })
    const toTypo = (each: string): Derivation => ({
      kind: 'word',
      word: each,
      isTolerantOnly: true,
      isExact: false,
      isViaCachedPrefix: false,
    })
    const split = this.#split(word, components)
    return {
      always: this.#synonyms(node).map((each) => ({ kind: 'phrase', words: each })),
      levels: [
        [
          ...words.filter((each) => each === word).map(toWord),
          ...(isCached ? longer : longer.slice(0, 1000)).map(toWord),
        ],
        [
          ...typos.one.map(toTypo),
          ...(split === null ? [] : [{ kind: 'phrase' as const, words: split }]),
        ],
        typos.two.map(toTypo),
      ],
    }
  }

  #synonyms({ word, components }: QueryNode): string[][] {
    const { settings, tokenizer } = this.searcher
    const read = (text: string): string[] =>
      tokenizer
        .tokenize(text)
        .filter((token) => token.kind === 'word')
        .map((token) => token.lemma)
    const wanted = [word, ...(components === null ? [] : [components.join(' ')])]
    const found = new Map<string, string[]>()
    for (const [key, values] of Object.entries(settings.synonyms)) {
      if (!wanted.includes(read(key).join(' '))) continue
      for (const value of values) if (read(value).length > 0) found.set(value, read(value))
    }
    return [...new Map([...found.values()].map((words) => [words.join(' '), words])).values()]
  }

  #split(word: string, components: readonly string[] | null): string[] | null {
    let best: string[] | null = null
    let bestCount = 0
    const chars = [...word]
    for (let at = 1; at < chars.length; at++) {
      const cut = [chars.slice(0, at).join(''), chars.slice(at).join('')]
      const live = [...this.searcher.live.toArray()]
      const count = live.filter((slot) => this.pair(slot, cut[0]!, cut[1]!) === 1).length
      if (count > bestCount) [best, bestCount] = [cut, count]
    }
    return best !== null && best.join(' ') === components?.join(' ') ? null : best
  }
}
