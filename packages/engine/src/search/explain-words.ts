// Why a document does not satisfy the words of a query: the first word that it would need, the nearest one that it has, and
// what stands between them.

import { DocSet } from '../bits/doc-set.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { ALL_LEVELS, type NodeDocs } from '../query/node-docs.ts'
import type { QueryNode } from '../query/query-graph.ts'
import { KEPT, type RemovalWeights } from '../query/removal.ts'
import { countChars, isNumericWord } from '../query/typos.ts'
import { isDisplayed } from '../settings/attribute-selection.ts'
import { localesFor } from '../settings/locales.ts'

/** Why typos did not help. */
export type TypoRefusal =
  /** `typoTolerance.enabled` is false. */
  | 'typosDisabled'
  /** The word is shorter than `minWordSizeForTypos` asks for that many typos. */
  | 'wordTooShort'
  /** The word stands in `disableOnWords`. */
  | 'disableOnWords'
  /** The document has the word in fields of `disableOnAttributes` only. */
  | 'disableOnAttributes'
  /** Numbers take no typos under `disableOnNumbers`. */
  | 'disableOnNumbers'
  /** Other words of the index within the same number of typos came first: only so many are tried. */
  | 'tooManyWords'

/** A word of the document. */
export interface NearWord {
  readonly word: string
  /** Where it stands first. */
  readonly field: string
  /** Typos between it and the word of the query; a wrong first letter counts twice. */
  readonly typos: number
}

export type WordReason =
  | {
      readonly kind: 'wordNotFound'
      readonly word: string
      readonly nearest: NearWord | null
      /** Fields that have the word but are not searched. */
      readonly unsearchedFields: readonly string[]
    }
  | {
      readonly kind: 'typoBudget'
      readonly word: string
      readonly nearest: NearWord
      readonly typosNeeded: number
      readonly typosAllowed: number
      readonly refusal: TypoRefusal
    }
  | {
      readonly kind: 'phraseNotFound'
      readonly phrase: string
      /** Words of the phrase that the document does not have; empty when they only stand apart. */
      readonly missingWords: readonly string[]
    }

/** The first part of the query that the document lacks and cannot do without; null when there is none. */
export function missingWord(
  searcher: IndexSearcher,
  docs: NodeDocs,
  weights: RemovalWeights,
  slot: number,
): WordReason | null {
  const node = firstUnsatisfied(docs, weights, slot)
  if (node === null) return null
  const words = documentWords(searcher, docs, slot)
  if (node.phrase !== null) return phraseReason(node.phrase, words)
  return wordReason(searcher, node, words)
}

/** No typos beyond this are ever tried. */
const TYPOS_MAX = 2

/** Goes through the terms as the universe is resolved, for one document, and stops where no way leads on. */
function firstUnsatisfied(docs: NodeDocs, weights: RemovalWeights, slot: number): QueryNode | null {
  const { graph } = docs
  const self = DocSet.fromSorted(Uint32Array.of(slot))
  const isKept = (node: QueryNode): boolean => weights[node.index] === KEPT
  let end = graph.termCount
  while (end > 0 && !graph.nodesFrom[end - 1]!.some(isKept)) end--
  const isReached: boolean[] = [true]
  let last = 0
  for (let term = 0; term < end; term++) {
    if (isReached[term] !== true) continue
    last = term
    for (const node of graph.nodesFrom[term]!) {
      if (isKept(node) && docs.within(node, ALL_LEVELS, self).size === 0) continue
      isReached[node.lastTerm + 1] = true
    }
  }
  if (isReached.slice(end).includes(true)) return null
  return graph.nodesFrom[last]!.find((node) => node.termCount === 1) ?? null
}

interface FoundWord {
  /** Searched fields that have it, in the order of the document; those that take typos. */
  readonly fields: string[]
  readonly tolerantFields: string[]
  readonly unsearchedFields: string[]
}

/** The words of a document as they were indexed, read from its text again. Fields that hits do not show are left out. */
function documentWords(
  searcher: IndexSearcher,
  docs: NodeDocs,
  slot: number,
): Map<string, FoundWord> {
  const { fields, settings, tokenizer } = searcher
  const words = new Map<string, FoundWord>()
  const visit = (path: string, text: string): void => {
    const fieldId = fields.id(path)
    if (fieldId < 0 || !isDisplayed(settings, path)) return
    const locales = localesFor(path, settings.localizedAttributes ?? [])
    tokenizer.forEachWord(text, 0, locales, (word) => {
      const known = words.get(word) ?? { fields: [], tolerantFields: [], unsearchedFields: [] }
      words.set(word, known)
      const list = docs.scope.has(fieldId) ? known.fields : known.unsearchedFields
      if (!list.includes(path)) list.push(path)
      if (list === known.fields && !fields.isExact(fieldId)) known.tolerantFields.push(path)
    })
  }
  walkLeaves(JSON.parse(new TextDecoder().decode(searcher.documentBytes(slot))), '', visit)
  return words
}

function walkLeaves(value: unknown, path: string, visit: (path: string, text: string) => void) {
  if (Array.isArray(value)) {
    for (const element of value as unknown[]) walkLeaves(element, path, visit)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      walkLeaves(member, path === '' ? key : `${path}.${key}`, visit)
    }
  } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    visit(path, String(value))
  }
}

function phraseReason(
  phrase: readonly (string | null)[],
  words: ReadonlyMap<string, FoundWord>,
): WordReason {
  const own = phrase.filter((word) => word !== null)
  return {
    kind: 'phraseNotFound',
    phrase: phrase.map((word) => word ?? '*').join(' '),
    missingWords: own.filter((word) => (words.get(word)?.fields.length ?? 0) === 0),
  }
}

function wordReason(
  searcher: IndexSearcher,
  node: QueryNode,
  words: ReadonlyMap<string, FoundWord>,
): WordReason {
  const { word, isPrefix } = node
  let nearest: NearWord | null = null
  const unsearched = new Set<string>()
  for (const [other, { fields, tolerantFields, unsearchedFields }] of words) {
    const typos = typosBetween(word, other, isPrefix)
    if (typos === 0) for (const field of unsearchedFields) unsearched.add(field)
    const field = tolerantFields[0] ?? fields[0]
    if (field === undefined || (nearest !== null && nearest.typos <= typos)) continue
    nearest = { word: other, field, typos }
  }
  if (nearest === null || nearest.typos > TYPOS_MAX || nearest.typos === 0) {
    return { kind: 'wordNotFound', word, nearest, unsearchedFields: [...unsearched] }
  }
  return {
    kind: 'typoBudget',
    word,
    nearest,
    typosNeeded: nearest.typos,
    typosAllowed: node.typosMax,
    refusal: refusalOf(searcher, node, nearest, words.get(nearest.word)!),
  }
}

function refusalOf(
  { settings }: IndexSearcher,
  node: QueryNode,
  nearest: NearWord,
  found: FoundWord,
): TypoRefusal {
  const { enabled, disableOnNumbers, minWordSizeForTypos } = settings.typoTolerance
  if (!enabled) return 'typosDisabled'
  if (nearest.typos > node.typosMax) {
    const { oneTypo, twoTypos } = minWordSizeForTypos
    const isShort = countChars(node.word) < (nearest.typos === 1 ? oneTypo : twoTypos)
    return isShort ? 'wordTooShort' : 'disableOnWords'
  }
  if (found.tolerantFields.length === 0) return 'disableOnAttributes'
  if (disableOnNumbers && isNumericWord(nearest.word)) return 'disableOnNumbers'
  return 'tooManyWords'
}

/**
 * Typos between a word of the query and a word of a document as the engine counts them: insertions, deletions,
 * substitutions and swaps of neighbours; one more when the first letters differ; a prefix counts where the engine judges it.
 */
export function typosBetween(queryWord: string, word: string, isPrefix: boolean): number {
  const from = Array.from(queryWord)
  const to = Array.from(word)
  let before: number[] = []
  let row = Array.from(from, (_, i) => i).concat(from.length)
  for (let j = 1; j <= to.length; j++) {
    const next = [j]
    for (let i = 1; i <= from.length; i++) {
      const isSame = from[i - 1] === to[j - 1]
      let cost = Math.min(next[i - 1]! + 1, row[i]! + 1, row[i - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, before[i - 2]! + 1)
      }
      next.push(cost)
    }
    before = row
    row = next
    // a prefix is judged where no beginning of the query is nearer to it than the whole query
    if (isPrefix && row[from.length]! <= Math.min(...row)) break
  }
  const distance = row[from.length]!
  return from[0] === to[0] ? distance : distance + 1
}
