// The rules of one search, from the `rankingRules` of the index (relevancy 6.1).

import type { NodeDocs } from '../query/node-docs.ts'
import type { RemovalWeights } from '../query/removal.ts'
import type { Direction, RankingRule } from './ranking-rule.ts'
import { createAttributeRankRule } from './rules/attribute-rank.ts'
import { createExactAttributeRule, ExactAttributeRule } from './rules/exact-attribute.ts'
import { createExactWordsRule } from './rules/exact-words.ts'
import { OrderInAttributeRule } from './rules/order-in-attribute.ts'
import { ProximityRule } from './rules/proximity.ts'
import { createTypoRule } from './rules/typo.ts'
import { createWordPositionRule, WordPositionRule } from './rules/word-position.ts'
import { WordsAndTypoRule } from './rules/words-and-typo.ts'
import { createWordsRule } from './rules/words.ts'

/** A rule that orders by a field. Of two with the same key only the first counts. */
export interface KeyedRule {
  readonly key: string
  readonly rule: RankingRule
}

export interface RuleListOptions {
  /** The setting, in order. */
  readonly rankingRules: readonly string[]
  /** What the query asks for, or null for a search without words. */
  readonly query: {
    readonly docs: NodeDocs
    /** Null when no word may be given up: then there is no `words` rule. */
    readonly weights: RemovalWeights | null
    /** Words are given up from the end, and the first is always kept. */
    readonly isLeading: boolean
  } | null
  /** Stands in for all rules over the query: the rule of a vector search. */
  readonly vectorRule: RankingRule | null
  /** The `sort` parameter, in order. */
  readonly sortRules: readonly KeyedRule[]
  /** Makes the rule of an element such as `price:asc`. */
  readonly createCustomRule: (path: string, direction: Direction) => RankingRule
  /** Nobody reads scores: only the order matters. */
  readonly isOrderOnly: boolean
}

type CreateRule = (docs: NodeDocs) => RankingRule

/** Names of the setting that are about the query, and the rules they stand for. */
const QUERY_RULES: ReadonlyMap<string, readonly CreateRule[]> = new Map([
  ['words', []],
  ['typo', [createTypoRule]],
  ['proximity', [(docs) => new ProximityRule(docs)]],
  ['attribute', [createAttributeRankRule, createWordPositionRule]],
  ['attributeRank', [createAttributeRankRule]],
  ['wordPosition', [createWordPositionRule]],
  ['exactness', [createExactAttributeRule, createExactWordsRule]],
])

const CUSTOM_RULE = /^(.+):(asc|desc)$/su

/** What one element of the setting asks for. */
type PlannedRule =
  | { readonly kind: 'query'; readonly create: readonly CreateRule[]; readonly isFirst: boolean }
  | { readonly kind: 'sort' }
  | { readonly kind: 'custom'; readonly path: string; readonly direction: Direction }

const plans = new WeakMap<readonly string[], readonly PlannedRule[]>()

/** Makes the rules of a search, in order. */
export function createRules(options: RuleListOptions): RankingRule[] {
  const { rankingRules } = options
  let plan = plans.get(rankingRules)
  if (plan === undefined) plans.set(rankingRules, (plan = planRules(rankingRules)))
  const rules: RankingRule[] = []
  const usedKeys: string[] = []
  for (const planned of plan) {
    if (planned.kind === 'query') {
      addQueryRules(rules, planned.create, planned.isFirst, options)
    } else if (planned.kind === 'sort') {
      for (const { key, rule } of options.sortRules) {
        if (usedKeys.includes(key)) continue
        usedKeys.push(key)
        rules.push(rule)
      }
    } else if (!usedKeys.includes(planned.path)) {
      usedKeys.push(planned.path)
      rules.push(options.createCustomRule(planned.path, planned.direction))
    }
  }
  return options.query === null ? rules : joinRules(rules, options.query.docs, options.isOrderOnly)
}

/** Reads the setting, which is the same for search after search. */
function planRules(rankingRules: readonly string[]): PlannedRule[] {
  const plan: PlannedRule[] = []
  const usedNames = new Set<string>()
  for (const name of rankingRules) {
    const create = QUERY_RULES.get(name)
    if (create !== undefined) {
      if (usedNames.has(name)) continue
      plan.push({ kind: 'query', create, isFirst: usedNames.size === 0 })
      // `words` comes with the first rule over the query, wherever it is listed itself
      usedNames.add('words').add(name)
    } else if (name === 'sort') {
      plan.push({ kind: 'sort' })
    } else {
      const match = CUSTOM_RULE.exec(name)
      if (match === null) continue
      plan.push({ kind: 'custom', path: match[1]!, direction: match[2] === 'asc' ? 'asc' : 'desc' })
    }
  }
  return plan
}

function addQueryRules(
  rules: RankingRule[],
  createAll: readonly CreateRule[],
  isFirst: boolean,
  { query, vectorRule }: RuleListOptions,
): void {
  if (vectorRule !== null) {
    if (isFirst) rules.push(vectorRule)
    return
  }
  if (query === null) return
  const { docs, weights, isLeading } = query
  if (isFirst && weights !== null) rules.push(createWordsRule(docs, weights, { isLeading }))
  for (const create of createAll) rules.push(create(docs))
}

/** Rules that know their neighbour save work together. */
function joinRules(rules: RankingRule[], docs: NodeDocs, isOrderOnly: boolean): RankingRule[] {
  const joined: RankingRule[] = []
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i]!
    const next = rules[i + 1]
    if (isOrderOnly && rule.name === 'words' && next?.name === 'typo') {
      joined.push(new WordsAndTypoRule(docs, rule, next))
      i++
      continue
    }
    if (rule instanceof ProximityRule) rule.lookAhead(next?.name, rules[i + 2]?.name)
    joined.push(isOrderOnly ? joinOrder(rules, i, docs) : rule)
  }
  return joined
}

/** The rule at `index`, with the two after it where they are those of exactness. */
function joinOrder(rules: readonly RankingRule[], index: number, docs: NodeDocs): RankingRule {
  const rule = rules[index]!
  const next = rules[index + 1]
  const isJoined = rules[index + 2]?.name === 'exactWords' && isLastOverQuery(rules, index + 2)
  if (!isJoined || !(next instanceof ExactAttributeRule)) return rule
  return rule instanceof WordPositionRule ? new OrderInAttributeRule(docs, rule, next) : rule
}

/** Whether no rule after the one at `index` reads the query. */
function isLastOverQuery(rules: readonly RankingRule[], index: number): boolean {
  for (let i = index + 1; i < rules.length; i++) if (rules[i]!.readsQuery === true) return false
  return true
}
