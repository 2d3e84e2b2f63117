// A query read against one searcher: terms, graph and the documents of its parts.

import type { Searcher } from '../index/searcher.ts'
import type { Settings } from '../settings/settings-table.ts'
import { localesFor, requestedLocales } from '../settings/locales.ts'
import { FieldScope } from './field-scope.ts'
import { matchingItems } from './matching-items.ts'
import { type MatchWords, NO_MATCH_WORDS } from './match-words.ts'
import { NodeDocs } from './node-docs.ts'
import { type ParsedQuery, parseQuery } from './parse-query.ts'
import { buildQueryGraph } from './query-graph.ts'
import { createSynonymTable, type SynonymTable } from './synonyms.ts'
import { TimeLimit, UNLIMITED } from './time-limit.ts'
import { createTypoBudget, type TypoBudget } from './typos.ts'

export interface QueryOptions {
  readonly q: string | null
  /** Names or patterns of the attributes to look at; null for all searchable ones. */
  readonly attributesToSearchOn: readonly string[] | null
  /** Languages of the query; null or empty: those of the searched attributes. */
  readonly locales: readonly string[] | null
  /** True once the search should end as it stands; absent when it may take as long as it takes. */
  readonly isOutOfTime?: () => boolean
}

/** A query that can be asked for documents. */
export interface SearchQuery {
  readonly parsed: ParsedQuery
  readonly docs: NodeDocs
  /** A search without words: every document that the filter lets through is a candidate. */
  readonly isPlaceholder: boolean
  /** What a highlighter looks for; computed when first asked for. */
  matchWords(): MatchWords
}

/** Reads a query. */
export function readQuery(searcher: Searcher, options: QueryOptions): SearchQuery {
  const { settings, tokenizer } = searcher
  const { typos, synonyms } = expansionOf(searcher)
  const scope = FieldScope.of(searcher, options.attributesToSearchOn)
  const text = options.q ?? ''
  const tokens = tokenizer.tokenize(text, queryLocales(searcher, scope, options.locales))
  const parsed = parseQuery(text, tokens, { allowsPrefix: settings.prefixSearch !== 'disabled' })
  const graph = buildQueryGraph(parsed.terms, typos)
  const time = options.isOutOfTime === undefined ? UNLIMITED : new TimeLimit(options.isOutOfTime)
  const docs = new NodeDocs({ searcher, scope, graph, synonyms, time })
  let matchWords: MatchWords | undefined
  return {
    parsed,
    docs,
    isPlaceholder: parsed.terms.length === 0,
    matchWords: () =>
      (matchWords ??= parsed.terms.length === 0 ? NO_MATCH_WORDS : matchingItems(docs)),
  }
}

interface Expansion {
  readonly typos: TypoBudget
  readonly synonyms: SynonymTable
}

const expansions = new WeakMap<Settings, Expansion>()

/** What the settings say about expanding words, read once per settings. */
function expansionOf({ settings, tokenizer }: Searcher): Expansion {
  let expansion = expansions.get(settings)
  if (expansion === undefined) {
    expansion = {
      typos: createTypoBudget(settings.typoTolerance, tokenizer),
      synonyms: createSynonymTable(settings.synonyms, tokenizer),
    }
    expansions.set(settings, expansion)
  }
  return expansion
}

/** The languages a query may be in (relevancy 1.2); undefined when nothing restricts them. */
function queryLocales(
  searcher: Searcher,
  scope: FieldScope,
  locales: readonly string[] | null,
): readonly string[] | undefined {
  const requested = requestedLocales(locales)
  if (requested !== null) return requested
  const rules = searcher.settings.localizedAttributes
  if (rules === null || rules.length === 0) return undefined
  const found = new Set<string>()
  for (let fieldId = 0; fieldId < searcher.fields.count; fieldId++) {
    if (!scope.has(fieldId)) continue
    for (const locale of localesFor(searcher.fields.path(fieldId), rules) ?? []) found.add(locale)
  }
  return found.size === 0 ? undefined : [...found]
}
