// More words of the query first (relevancy 7.1). The rule always comes before the other rules over the query.

import { type DocSet, hasBit } from '../../bits/doc-set.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import type { RemovalWeights } from '../../query/removal.ts'
import { leadingGroups } from '../leading-words.ts'
import { freeStep, type Path, type QueryState } from '../query-state.ts'
import type { RankingRule } from '../ranking-rule.ts'
import { groupsByNodes } from '../words-groups.ts'
import { compareChoices, type WordChoice, WordChooser } from '../word-choice.ts'

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
        : groupsByNodes(universe, docs, chooser)
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

function hasOther(docs: DocSet, excluded: Uint32Array): boolean {
  return docs.toArray().some((slot) => !hasBit(excluded, slot))
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
