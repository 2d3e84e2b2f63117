// Hit → presented hit, as JSON text. Everything that depends on the search alone is compiled once; a document whose fields
// are all shown and not formatted goes into the answer as its own text.

import type { FieldTable } from '../index/field-table.ts'
import type { MatchWords } from '../query/match-words.ts'
import type { Tokenizer } from '../text/token.ts'
import { compileMatchFinder } from './find-matches.ts'
import { compileFormatRules } from './format-rules.ts'
import type { FormatRequest, FormatRules, NameKnowledge } from './format-rules.ts'
import { DocumentFormatter } from './formatted.ts'
import { selectFields } from './select-fields.ts'
import { isAtOrBelow, selectBoth, selectNames } from './selection.ts'
import type { Selected } from './selection.ts'

/** The parameters of a search that decide how its hits look. */
export interface PresentationRequest extends FormatRequest {
  /** Null means all displayed attributes. */
  readonly attributesToRetrieve: readonly string[] | null
  readonly cropMarker: string
  readonly highlightPreTag: string
  readonly highlightPostTag: string
  readonly showMatchesPosition: boolean
}

/** What a presentation is compiled from. */
export interface PresentationInput {
  readonly request: PresentationRequest
  readonly displayedAttributes: readonly string[]
  readonly fields: FieldTable
  readonly matchWords: MatchWords
  /** Cuts texts as at indexing, but without stop words. */
  readonly tokenizer: Tokenizer
  /** Languages the text at a path may be in; undefined when not restricted. */
  readonly localesOf?: (path: string) => readonly string[] | undefined
}

/** The compiled presentation of one search. */
export interface Presentation {
  readonly retrieved: Selected
  /** Null when neither `_formatted` nor `_matchesPosition` is asked for. */
  readonly formatter: DocumentFormatter | null
}

/** What the search knows about one hit besides its document; JSON text unless said otherwise, null for none. */
export interface HitExtras {
  readonly vectors: string | null
  /** Metres, already rounded. */
  readonly geoDistance: number | null
  readonly federation: string | null
  readonly rankingScore: number | null
  readonly rankingScoreDetails: string | null
}

/** A hit with nothing added. */
export const NO_EXTRAS: HitExtras = {
  vectors: null,
  geoDistance: null,
  federation: null,
  rankingScore: null,
  rankingScoreDetails: null,
}

/** Compiles how the hits of one search are presented. */
export function compilePresentation(input: PresentationInput): Presentation {
  const { request, displayedAttributes, fields } = input
  const shown = selectNames(displayedAttributes)
  const knowledge = new IndexNames(fields, displayedAttributes)
  const requested = (request.attributesToRetrieve ?? ['*']).filter((name) =>
    knowledge.isSelectable(name),
  )
  const retrieved = selectBoth(shown, selectNames(requested))
  const rules = shown === 'none' ? null : compileFormatRules(request, knowledge)
  if (rules === null && !request.showMatchesPosition) return { retrieved, formatter: null }
  return { retrieved, formatter: compileFormatter(input, { shown, requested, rules }) }
}

/** The hit as JSON text. `documentText` is the stored JSON of the document. */
export function presentHit(
  documentText: string,
  presentation: Presentation,
  extras: HitExtras = NO_EXTRAS,
): string {
  const parts = presentation.formatter?.format(documentText) ?? null
  const added: string[] = []
  const hidden = new Set(HIDDEN_KEYS)
  const add = (key: string, value: string | number | null | undefined) => {
    if (value === null || value === undefined) return
    added.push(`"${key}":${value}`)
    hidden.add(key)
  }
  add('_vectors', extras.vectors)
  add('_geoDistance', extras.geoDistance)
  add('_federation', extras.federation)
  add('_formatted', parts?.formatted)
  add('_matchesPosition', parts?.matchesPosition)
  add('_rankingScore', extras.rankingScore)
  add('_rankingScoreDetails', extras.rankingScoreDetails)

  if (presentation.retrieved === 'all' && !mayHoldReservedKey(documentText)) {
    if (added.length === 0) return documentText
    const end = documentText.lastIndexOf('}')
    const isEmpty = /^\s*\{\s*$/.test(documentText.slice(0, Math.min(end, 16)))
    return `${documentText.slice(0, end)}${isEmpty ? '' : ','}${added.join(',')}}`
  }
  const fields = selectFields(documentText, presentation.retrieved, hidden)
  if (fields !== '') added.unshift(fields)
  return `{${added.join(',')}}`
}

/** Never shown as a field: vectors are added by the search when they are asked for. */
const HIDDEN_KEYS: ReadonlySet<string> = new Set(['_vectors'])

/** False when no key can start with an underscore, written plainly or escaped. */
function mayHoldReservedKey(documentText: string): boolean {
  return documentText.includes('"_') || documentText.includes('"\\u')
}

function compileFormatter(
  input: PresentationInput,
  names: { shown: Selected; requested: readonly string[]; rules: FormatRules | null },
): DocumentFormatter {
  const { request, matchWords, tokenizer } = input
  const { shown, requested, rules } = names
  // `_formatted` holds what is formatted and everything that is retrieved.
  const formatted =
    rules === null
      ? 'none'
      : rules.coversAll
        ? shown
        : selectBoth(shown, selectNames([...rules.names, ...requested]))
  return new DocumentFormatter(
    {
      tokenizer,
      finder: compileMatchFinder(matchWords, tokenizer),
      tags: { pre: request.highlightPreTag, post: request.highlightPostTag },
      cropMarker: request.cropMarker,
      shown,
      formatted,
      hasPositions: request.showMatchesPosition,
      leafFormat: (path) => rules?.leafFormat(path) ?? null,
      localesOf: input.localesOf ?? (() => undefined),
    },
    HIDDEN_KEYS,
  )
}

/** Names as the index knows them: a name no document ever had selects and formats nothing. */
class IndexNames implements NameKnowledge {
  readonly #fields: FieldTable
  readonly #displayed: readonly string[]

  constructor(fields: FieldTable, displayed: readonly string[]) {
    this.#fields = fields
    this.#displayed = displayed
  }

  isShown(name: string): boolean {
    return this.#isDisplayed(name) && this.order(name) < Infinity
  }

  /** An undotted name selects nothing when no document has it, so only dotted ones must be known. */
  isSelectable(name: string): boolean {
    if (name === '*') return true
    return this.#isDisplayed(name) && (!name.includes('.') || this.order(name) < Infinity)
  }

  order(name: string): number {
    const id = this.#fields.id(name)
    if (id >= 0) return id
    // The table may know a parent only by what stands below it.
    for (let below = 0; below < this.#fields.count; below++) {
      if (isAtOrBelow(this.#fields.path(below), name)) return below
    }
    return Infinity
  }

  #isDisplayed(name: string): boolean {
    return this.#displayed.some((displayed) => displayed === '*' || isAtOrBelow(name, displayed))
  }
}
