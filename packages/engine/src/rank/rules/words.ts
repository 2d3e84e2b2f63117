// More words of the query first (relevancy 7.1). The rule always comes before the other rules over the query.

import { DocSet } from '../../bits/doc-set.ts'
import { intersectPostings } from '../../query/intersect-postings.ts'
import { ALL_LEVELS, type NodeDocs } from '../../query/node-docs.ts'
import type { RemovalWeights } from '../../query/removal.ts'
import { UNSATISFIED } from '../cost-column.ts'
import { groupByCost } from '../graph-rule.ts'
import { freeStep, type Path, type QueryState } from '../query-state.ts'
import type { Bucket, RankContext, RankingRule } from '../ranking-rule.ts'
import { compareChoices, type WordChoice, WordChooser } from '../word-choice.ts'

/** Ranks documents by how many words they make the query give up. */
export function createWordsRule(docs: NodeDocs, weights: RemovalWeights): RankingRule {
  const chooser = new WordChooser(docs.graph, weights)
  const rankMax = 1 + Math.max(0, docs.graph.phraseWordCount - 1) + chooser.costMax
  return {
    name: 'words',
    partition: (universe, _state, context) => partition(universe, docs, chooser, rankMax, context),
  }
}

function* partition(
  universe: DocSet,
  docs: NodeDocs,
  chooser: WordChooser,
  rankMax: number,
  context: RankContext,
): Iterable<Bucket> {
  const slots = universe.toArray()
  const masks = satisfiedNodes(slots, docs)
  const costs = new Int32Array(slots.length)
  for (let i = 0; i < slots.length; i++) {
    costs[i] = chooser.choose(masks[i]!)?.cost ?? UNSATISFIED
  }
  for (const { cost, members } of groupByCost(costs)) {
    const picked = members.length === slots.length ? slots : members.map((at) => slots[at]!)
    const { excluded } = context
    const choices = new Set<WordChoice | null>()
    for (const at of members) {
      if (excluded !== null && isIn(excluded, slots[at]!)) continue
      choices.add(chooser.choose(masks[at]!))
    }
    yield {
      docs: picked === slots ? universe : DocSet.fromSorted(picked),
      score: { kind: 'rank', rule: 'words', rank: rankMax - cost, rankMax },
      state: stateOf([...choices].filter((choice) => choice !== null)),
    }
  }
}

/** Per document, the bit of every node it satisfies: ten terms make at most 27 nodes. */
function satisfiedNodes(slots: Uint32Array, docs: NodeDocs): Uint32Array {
  const masks = new Uint32Array(slots.length)
  for (const node of docs.graph.nodes) {
    const set = docs.ofLevels(node, ALL_LEVELS)
    if (set.size === 0) continue
    markMembers(masks, slots, set, 1 << node.index, docs.searcher.slotCount)
  }
  return masks
}

function markMembers(
  masks: Uint32Array,
  slots: Uint32Array,
  set: DocSet,
  mark: number,
  slotCount: number,
): void {
  if (set.size * 32 >= slotCount) {
    const bits = set.toBits()
    const bitCount = bits.length * 32
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!
      if (slot >= bitCount) break
      if (isIn(bits, slot)) masks[i] = masks[i]! | mark
    }
    return
  }
  const members = set.toArray()
  const { count, leftAt } = intersectPostings(slots, slots.length, members, members.length)
  for (let i = 0; i < count; i++) masks[leftAt[i]!] = masks[leftAt[i]!]! | mark
}

function isIn(bits: Uint32Array, slot: number): boolean {
  return (bits[slot >>> 5]! & (1 << (slot & 31))) !== 0
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
