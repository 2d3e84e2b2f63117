// More words of the query first (relevancy 7.1). The rule always comes before the other rules over the query.

import { DocSet } from '../../bits/doc-set.ts'
import { ALL_LEVELS, type NodeDocs } from '../../query/node-docs.ts'
import type { QueryNode } from '../../query/query-graph.ts'
import type { RemovalWeights } from '../../query/removal.ts'
import { leadingGroups } from '../leading-words.ts'
import { freeStep, type Path, type QueryState } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'
import { compareChoices, type WordChoice, WordChooser } from '../word-choice.ts'

/** Documents that give up the same number of words. */
export interface WordsGroup {
  readonly cost: number
  readonly docs: DocSet
  /** Which documents keep which words. */
  readonly parts: readonly { readonly choice: WordChoice; readonly docs: DocSet }[]
}

/**
 * Ranks documents by how many words they make the query give up. `isLeading`: words are given up from the end, and the
 * first is always kept.
 */
export function createWordsRule(
  docs: NodeDocs,
  weights: RemovalWeights,
  options: { readonly isLeading: boolean },
): RankingRule {
  const chooser = new WordChooser(docs.graph, weights)
  const rankMax = 1 + Math.max(0, docs.graph.phraseWordCount - 1) + chooser.costMax
  return {
    name: 'words',
    readsQuery: true,
    *partition(universe, _state, context) {
      const groups = options.isLeading
        ? leadingGroups(universe, docs, chooser)
        : groupsByMask(universe, docs, chooser)
      for (const { cost, docs: found, parts } of groups) {
        const { excluded } = context
        const owners = parts.filter((part) => excluded === null || hasOther(part.docs, excluded))
        yield {
          docs: found,
          score: { kind: 'rank', rule: 'words', rank: rankMax - cost, rankMax },
          state: stateOf(owners.map((part) => part.choice)),
        }
      }
    },
  }
}

/** Groups documents by the nodes they satisfy: which words are kept depends on nothing else. */
function groupsByMask(universe: DocSet, docs: NodeDocs, chooser: WordChooser): WordsGroup[] {
  const byCost = new Map<number, { choice: WordChoice; docs: DocSet }[]>()
  for (const [mask, members] of splitByNodes(universe, docs, docs.graph.nodes)) {
    const choice = chooser.choose(mask)
    if (choice === null) continue
    const parts = byCost.get(choice.cost) ?? []
    byCost.set(choice.cost, parts)
    parts.push({ choice, docs: members })
  }
  return [...byCost]
    .toSorted((a, b) => a[0] - b[0])
    .map(([cost, parts]) => ({ cost, docs: DocSet.union(parts.map((part) => part.docs)), parts }))
}

/** Splits a universe by the nodes its documents satisfy; the key has the bit of each such node. */
export function splitByNodes(
  universe: DocSet,
  docs: NodeDocs,
  nodes: readonly QueryNode[],
): Map<number, DocSet> {
  let parts = new Map<number, DocSet>([[0, universe]])
  for (const node of nodes) {
    const found = docs.within(node, ALL_LEVELS, universe)
    if (found.size === 0) continue
    const next = new Map<number, DocSet>()
    for (const [mask, members] of parts) {
      const inside = found.size === universe.size ? members : members.and(found)
      if (inside.size > 0) next.set(mask | (1 << node.index), inside)
      if (inside.size < members.size) next.set(mask, members.andNot(inside))
    }
    parts = next
  }
  return parts
}

function hasOther(docs: DocSet, excluded: Uint32Array): boolean {
  return docs.toArray().some((slot) => (excluded[slot >>> 5]! & (1 << (slot & 31))) === 0)
}

function stateOf(owners: WordChoice[]): QueryState {
  owners.sort(compareChoices)
  const paths: Path[] = []
  const known = new Set<string>()
  for (const { choices } of owners) {
    const nodes = choices.filter((choice) => choice.isKept).map((choice) => choice.node)
    const key = nodes.map((node) => node.index).join()
    if (known.has(key)) continue
    known.add(key)
    paths.push(nodes.map(freeStep))
  }
  return { paths }
}
