// The postings that stand for a step of a path in the positional rules.

import type { DocSet } from '../bits/doc-set.ts'
import type { DerivedPhrase } from '../query/derivations.ts'
import { type DerivedWord, derivedWord } from '../query/derived-word.ts'
import type { NodeDocs } from '../query/node-docs.ts'
import type { WordLevel } from '../query/word-level.ts'
import { type PathStep, stepKey } from './query-state.ts'

/** Postings of one derivation; for a phrase, those of one of its words where the whole phrase is satisfied. */
export type Source = DerivedWord

/**
 * Which word of a derivation is meant. Single words always stand for themselves, except that `swapped` leaves out a
 * whole cached prefix; phrases give their last slot, their first slot, none, or their first word.
 */
export type SourceRole = 'left' | 'right' | 'swapped' | 'start'

/** The documents of `universe` that satisfy a step. */
export function stepDocs(docs: NodeDocs, step: PathStep, universe: DocSet): DocSet {
  return step.isExactOnly
    ? docs.ofExact(step.node).and(universe)
    : docs.within(step.node, step.levels, universe)
}

const ROLES: readonly SourceRole[] = ['left', 'right', 'swapped', 'start']

/** Sources by step and role, of one query: each rule asks for them anew in every bucket. */
const known = new WeakMap<NodeDocs, (readonly Source[] | undefined)[]>()

/** The sources of a step in one role. */
export function stepSources(docs: NodeDocs, step: PathStep, role: SourceRole): readonly Source[] {
  const words = wordsOfLevel(docs, step)
  if (words !== null && hasOneRole(docs, step)) return words
  let ofQuery = known.get(docs)
  if (ofQuery === undefined) known.set(docs, (ofQuery = []))
  return (ofQuery[stepKey(step) * ROLES.length + ROLES.indexOf(role)] ??= findSources(
    docs,
    step,
    role,
  ))
}

function findSources(docs: NodeDocs, step: PathStep, role: SourceRole): readonly Source[] {
  const words = stepWords(docs, step)
  const isWhole = hasWholePrefix(words)
  const sources: Source[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (role === 'swapped' && word.isWholePrefix) continue
    // the word itself comes first, and the whole prefix holds it too
    if (role !== 'swapped' && isWhole && i === 0 && !word.isWholePrefix) continue
    sources.push(word)
  }
  if (role === 'swapped') return sources
  for (const phrase of stepPhrases(docs, step)) {
    const word = anchorOf(phrase, role)
    const postings = word === null ? null : docs.searcher.postings(word)
    if (postings === null) continue
    sources.push(derivedWord(postings, docs.phrases.ofPhrase(phrase), false, false))
  }
  return sources
}

/** Whether every role of the step has the same sources. */
export function hasOneRole(docs: NodeDocs, step: PathStep): boolean {
  return stepPhrases(docs, step).length === 0 && !hasWholePrefix(stepWords(docs, step))
}

/** The level of a word that stands for a step; null when there are several of them, or phrases beside it. */
export function levelOfStep(docs: NodeDocs, step: PathStep): WordLevel | null {
  const { node, levels } = step
  if (step.isExactOnly || stepPhrases(docs, step).length > 0) return null
  const derivations = docs.derivations(node)
  if (levels === 1) return derivations.level(0)
  if (levels === 2) return derivations.level(1)
  return levels === 4 ? derivations.level(2) : null
}

const NO_PHRASES: readonly DerivedPhrase[] = []

/** A whole prefix is among the first words: alone, or behind the word itself. */
function hasWholePrefix(words: readonly DerivedWord[]): boolean {
  return words.length > 0 && (words[0]!.isWholePrefix || words[1]?.isWholePrefix === true)
}

function stepWords(docs: NodeDocs, step: PathStep): readonly DerivedWord[] {
  const ofLevel = wordsOfLevel(docs, step)
  if (ofLevel !== null) return ofLevel
  const derivations = docs.derivations(step.node)
  if (step.isExactOnly) {
    const exact = derivations.exactWord()
    return exact === null ? [] : [exact]
  }
  const words: DerivedWord[] = []
  for (const level of [0, 1, 2] as const) {
    if ((step.levels & (1 << level)) !== 0) words.push(...derivations.words(level))
  }
  return words
}

/** The words of a step of a single level, as they are remembered; null when it has several or none. */
function wordsOfLevel(docs: NodeDocs, step: PathStep): readonly DerivedWord[] | null {
  if (step.isExactOnly) return null
  const derivations = docs.derivations(step.node)
  if (step.levels === 1) return derivations.words(0)
  if (step.levels === 2) return derivations.words(1)
  return step.levels === 4 ? derivations.words(2) : null
}

function stepPhrases(docs: NodeDocs, step: PathStep): readonly DerivedPhrase[] {
  const { node } = step
  if (step.isExactOnly) return node.phrase === null ? NO_PHRASES : [node.phrase]
  const derivations = docs.derivations(node)
  // a split is searched for on first sight: not when level 1 is out
  if ((step.levels & 2) === 0 || derivations.split === null) return derivations.phrases
  return [...derivations.phrases, derivations.split]
}

function anchorOf(phrase: DerivedPhrase, role: 'left' | 'right' | 'start'): string | null {
  if (role === 'left') return phrase[phrase.length - 1] ?? null
  if (role === 'right') return phrase[0] ?? null
  return phrase.find((word) => word !== null) ?? null
}
