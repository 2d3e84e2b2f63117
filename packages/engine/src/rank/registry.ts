// The rules of one search, from the `rankingRules` of the index (relevancy 6.1).

import type { NodeDocs } from '../query/node-docs.ts'
import type { RemovalWeights } from '../query/removal.ts'
import type { Direction, RankingRule } from './ranking-rule.ts'
import { createAttributeRankRule } from './rules/attribute-rank.ts'
import { createExactAttributeRule } from './rules/exact-attribute.ts'
import { createExactWordsRule } from './rules/exact-words.ts'
import { createProximityRule } from './rules/proximity.ts'
import { createTypoRule } from './rules/typo.ts'
import { createWordPositionRule } from './rules/word-position.ts'
import { createWordsAndTypoRule } from './rules/words-and-typo.ts'
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
  ['proximity', [(docs) => createProximityRule(docs, [])]],
  ['attribute', [createAttributeRankRule, createWordPositionRule]],
  ['attributeRank', [createAttributeRankRule]],
  ['wordPosition', [createWordPositionRule]],
  ['exactness', [createExactAttributeRule, createExactWordsRule]],
])

const CUSTOM_RULE = /^(.+):(asc|desc)$/su

/** Makes the rules of a search, in order. */
export function createRules(options: RuleListOptions): RankingRule[] {
  const rules: RankingRule[] = []
  const usedNames = new Set<string>()
  const usedKeys = new Set<string>()
  const addKeyed = (key: string, create: () => RankingRule): void => {
    if (usedKeys.has(key)) return
    usedKeys.add(key)
    rules.push(create())
  }
  for (const name of options.rankingRules) {
    const createAll = QUERY_RULES.get(name)
    if (createAll !== undefined) {
      rules.push(...queryRules(name, createAll, usedNames, options))
    } else if (name === 'sort') {
      for (const { key, rule } of options.sortRules) addKeyed(key, () => rule)
    } else {
      const match = CUSTOM_RULE.exec(name)
      if (match === null) continue
      const path = match[1]!
      addKeyed(path, () => options.createCustomRule(path, match[2] === 'asc' ? 'asc' : 'desc'))
    }
  }
  return options.query === null ? rules : joinRules(rules, options.query.docs, options.isOrderOnly)
}

/** Rules that know their neighbour save work together. */
function joinRules(rules: RankingRule[], docs: NodeDocs, isOrderOnly: boolean): RankingRule[] {
  const joined: RankingRule[] = []
  for (const [i, rule] of rules.entries()) {
    if (rule.name === 'typo' && isOrderOnly && joined.at(-1)?.name === 'words') {
      joined.push(createWordsAndTypoRule(docs, joined.pop()!, rule))
    } else if (rule.name === 'proximity') {
      joined.push(
        createProximityRule(
          docs,
          rules.slice(i + 1).map(({ name }) => name),
        ),
      )
    } else {
      joined.push(rule)
    }
  }
  return joined
}

function queryRules(
  name: string,
  createAll: readonly CreateRule[],
  usedNames: Set<string>,
  { query, vectorRule }: RuleListOptions,
): RankingRule[] {
  const isFirst = usedNames.size === 0
  if (usedNames.has(name)) return []
  // `words` comes with the first rule over the query, wherever it is listed itself
  usedNames.add('words').add(name)
  if (vectorRule !== null) return isFirst ? [vectorRule] : []
  if (query === null) return []
  const { docs, weights, isLeading } = query
  const rules = createAll.map((create) => create(docs))
  if (!isFirst || weights === null) return rules
  return [createWordsRule(docs, weights, { isLeading }), ...rules]
}
