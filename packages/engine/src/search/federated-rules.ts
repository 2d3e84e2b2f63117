// Whether hits of different queries can be put in one order: the rules of their searches must say the same kind of thing
// at the same place (search-features 11.2).

import { InputError } from '../errors.ts'
import { parseSort, type SortItem } from '../rank/sort-parameter.ts'
import type { Settings } from '../settings/settings-table.ts'
import { trimWhiteSpace } from '../bits/white-space.ts'
import type { FederatedQuery } from './federated-request.ts'
import { searchKind } from './query-vector.ts'

type RuleKind = 'relevancy' | 'asc' | 'desc' | 'geo:asc' | 'geo:desc'

interface ComparedRule {
  readonly kind: RuleKind
  /** Where the rule comes from, for messages. */
  readonly origin: string
}

interface ComparedQuery {
  readonly position: number
  readonly rules: readonly ComparedRule[]
  /** What was changed before comparing, for messages. */
  readonly changes: readonly string[]
}

/** Checks queries one after another, each against the one with the most rules so far. */
export class RuleComparison {
  #longest: ComparedQuery | null = null

  /** Throws InputError when the query cannot be put in one order with those before it. `position` is its place in the request. */
  add(position: number, query: FederatedQuery, settings: Settings): void {
    const added = comparedQuery(position, query, settings)
    const longest = this.#longest
    if (longest !== null) compare(longest, added)
    if (longest === null || added.rules.length > longest.rules.length) this.#longest = added
  }
}

const RELEVANCY_RULES = new Set([
  'words',
  'typo',
  'proximity',
  'attribute',
  'attributeRank',
  'wordPosition',
  'exactness',
])

const CUSTOM_RULE = /^(.+):(asc|desc)$/su

const KIND_TEXTS: Readonly<Record<RuleKind, string>> = {
  relevancy: 'orders by relevancy',
  asc: 'sorts in ascending order',
  desc: 'sorts in descending order',
  'geo:asc': 'puts the nearest first',
  'geo:desc': 'puts the farthest first',
}

/** The rules of a query as far as they matter: neighbours about relevancy count as one, a field counts once. */
function comparedQuery(
  position: number,
  { search, indexUid }: FederatedQuery,
  settings: Settings,
): ComparedQuery {
  const kind = searchKind(search)
  const isSemantic = kind === 'semantic'
  const isPlaceholder = kind === 'keyword' && trimWhiteSpace(search.q ?? '') === ''
  const items = parseSort(search.sort ?? [], 'invalid_search_sort')
  const rules: ComparedRule[] = []
  const changes: string[] = []
  const usedFields = new Set<string>()
  let hasRelevancy = false
  for (const [ruleIndex, name] of settings.rankingRules.entries()) {
    const origin = `rule \`rankingRules[${ruleIndex}]\` (\`${name}\`) of index \`${indexUid}\``
    if (RELEVANCY_RULES.has(name)) {
      if (isPlaceholder || (name === 'words' && search.matchingStrategy === 'all')) continue
      if (isSemantic && hasRelevancy) {
        // meaning has one place in the order; once something else came after it, nothing follows
        if (rules.at(-1)?.kind !== 'relevancy') break
        continue
      }
      hasRelevancy = true
      if (rules.at(-1)?.kind !== 'relevancy') rules.push({ kind: 'relevancy', origin })
    } else if (name === 'sort') {
      addSort(items, position, usedFields, rules)
    } else {
      const match = CUSTOM_RULE.exec(name)
      if (match === null || usedFields.has(match[1]!)) continue
      usedFields.add(match[1]!)
      rules.push({ kind: match[2] === 'asc' ? 'asc' : 'desc', origin })
    }
  }
  if (isPlaceholder) changes.push('rules about relevancy were left out, since it has no words')
  else if (isSemantic) changes.push('rules about words were replaced by one about meaning')
  else if (search.matchingStrategy === 'all') changes.push('`words` was left out')
  if (!isPlaceholder) changes.push('rules about relevancy that follow each other were joined')
  return { position, rules, changes }
}

function addSort(
  items: readonly SortItem[],
  position: number,
  usedFields: Set<string>,
  rules: ComparedRule[],
): void {
  for (const [itemIndex, item] of items.entries()) {
    const origin = `\`queries[${position}].sort[${itemIndex}]\``
    if (item.kind === 'geo') {
      rules.push({ kind: `geo:${item.direction}`, origin })
    } else if (!usedFields.has(item.path)) {
      usedFields.add(item.path)
      rules.push({ kind: item.direction, origin })
    }
  }
}

function compare(known: ComparedQuery, added: ComparedQuery): void {
  const count = Math.min(known.rules.length, added.rules.length)
  for (let i = 0; i < count; i++) {
    const before = known.rules[i]!
    const after = added.rules[i]!
    if (before.kind === after.kind) continue
    throw new InputError(
      'invalid_multi_search_query_ranking_rules',
      `The results of queries #${known.position} and #${added.position} cannot be put in one order: ` +
        `at place ${i + 1}, ${before.origin} ${KIND_TEXTS[before.kind]}, ` +
        `while ${after.origin} ${KIND_TEXTS[after.kind]}.${changesText(known)}${changesText(added)}`,
    )
  }
}

function changesText({ position, changes }: ComparedQuery): string {
  return changes
    .map((change) => `\n  - Note: before comparing, in query #${position} ${change}.`)
    .join('')
}
