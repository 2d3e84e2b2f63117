// Hit → presented hit, as JSON text. Everything that depends on the search alone is compiled once; a document whose fields
// are all shown and not formatted goes into the answer as its own text.

import type { ByteWriter } from '../bits/byte-writer.ts'
import { isSameList } from '../bits/same-list.ts'
import type { FieldTable } from '../index/field-table.ts'
import { type MatchWords, NO_MATCH_WORDS } from '../query/match-words.ts'
import type { StoredDocument } from '../segment/documents/stored-document.ts'
import type { Tokenizer } from '../text/token.ts'
import { compileMatchFinder } from './find-matches.ts'
import { compileFormatRules } from './format-rules.ts'
import type { FormatRequest, NameKnowledge } from './format-rules.ts'
import { createFieldTree, type FieldNode } from './field-node.ts'
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
  /** What `localesOf` depends on: the same for two presentations of one index means that it says the same. */
  readonly localesKey?: unknown
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

/** What a presentation takes over from the one before it, as nothing of it depends on the words of the query. */
interface Shape {
  readonly input: PresentationInput
  readonly retrieved: Selected
  /** Null when nothing is formatted. */
  readonly root: FieldNode | null
}

/** The last shape of each index. Searches of one kind follow one another, and what happens at each path was found out. */
const lastShapes = new WeakMap<FieldTable, Shape>()

/** Compiles how the hits of one search are presented. */
export function compilePresentation(input: PresentationInput): Presentation {
  const { request, fields, tokenizer } = input
  let shape = lastShapes.get(fields)
  if (shape === undefined || !isSameShape(shape.input, input)) {
    shape = compileShape(input)
    lastShapes.set(fields, shape)
  }
  const { retrieved, root } = shape
  if (root === null) return { retrieved, formatter: null }
  const formatter = new DocumentFormatter(
    {
      tokenizer,
      finder: compileMatchFinder(input.matchWords, tokenizer),
      tags: { pre: request.highlightPreTag, post: request.highlightPostTag },
      cropMarker: request.cropMarker,
      hasPositions: request.showMatchesPosition,
    },
    root,
  )
  return { retrieved, formatter }
}

function compileShape(input: PresentationInput): Shape {
  const { request, displayedAttributes, fields } = input
  const shown = selectNames(displayedAttributes)
  const knowledge = new IndexNames(fields, displayedAttributes)
  const requested = (request.attributesToRetrieve ?? ['*']).filter((name) =>
    knowledge.isSelectable(name),
  )
  const retrieved = selectBoth(shown, selectNames(requested))
  const rules = shown === 'none' ? null : compileFormatRules(request, knowledge)
  const kept = { ...input, matchWords: NO_MATCH_WORDS }
  if (rules === null && !request.showMatchesPosition) return { input: kept, retrieved, root: null }
  // `_formatted` holds what is formatted and everything that is retrieved.
  const formatted =
    rules === null
      ? 'none'
      : rules.coversAll
        ? shown
        : selectBoth(shown, selectNames([...rules.names, ...requested]))
  const root = createFieldTree({
    shown,
    formatted,
    hasPositions: request.showMatchesPosition,
    hidden: HIDDEN_KEYS,
    leafFormat: (path) => rules?.leafFormat(path) ?? null,
    localesOf: input.localesOf ?? (() => undefined),
  })
  return { input: kept, retrieved, root }
}

function isSameShape(a: PresentationInput, b: PresentationInput): boolean {
  return (
    a.localesKey === b.localesKey &&
    (a.localesOf === undefined) === (b.localesOf === undefined) &&
    (a.localesOf === undefined || a.localesKey !== undefined) &&
    isSameList(a.displayedAttributes, b.displayedAttributes) &&
    a.request.showMatchesPosition === b.request.showMatchesPosition &&
    a.request.cropLength === b.request.cropLength &&
    isSameList(a.request.attributesToRetrieve, b.request.attributesToRetrieve) &&
    isSameList(a.request.attributesToHighlight, b.request.attributesToHighlight) &&
    isSameList(a.request.attributesToCrop, b.request.attributesToCrop)
  )
}

/** Writes the hit as JSON. */
export function writeHit(
  out: ByteWriter,
  document: StoredDocument,
  presentation: Presentation,
  extras: HitExtras = NO_EXTRAS,
): void {
  const { bytes: documentBytes } = document
  const { formatter, retrieved } = presentation
  const isWhole = retrieved === 'all' && document.isPlain
  if (isWhole && formatter === null && extras === NO_EXTRAS) {
    out.append(documentBytes)
    return
  }
  let hasMembers
  if (isWhole) {
    // written whole, then its end is taken back
    out.append(documentBytes)
    let end = documentBytes.length - 1
    while (documentBytes[end] !== CLOSE_BRACE) end--
    out.advance(out.length - (documentBytes.length - end))
    hasMembers = holdsMembers(documentBytes, end)
  } else {
    const fields = selectFields(
      decoder.decode(documentBytes),
      retrieved,
      new Set([...HIDDEN_KEYS, ...addedKeys(presentation, extras)]),
    )
    out.byte(OPEN_BRACE)
    out.text(fields)
    hasMembers = fields !== ''
  }
  writeAdded(out, documentBytes, presentation, extras, hasMembers)
  out.byte(CLOSE_BRACE)
}

/** Writes what a hit shows besides its document's fields, in order; `hasMembers`: a member stands before it. */
function writeAdded(
  out: ByteWriter,
  documentBytes: Uint8Array,
  { formatter }: Presentation,
  extras: HitExtras,
  hasMembers: boolean,
): void {
  let isAfter = hasMembers
  if (extras.vectors !== null) isAfter = member(out, isAfter, '"_vectors":', extras.vectors)
  if (extras.geoDistance !== null) {
    isAfter = member(out, isAfter, '"_geoDistance":', String(extras.geoDistance))
  }
  if (extras.federation !== null) {
    isAfter = member(out, isAfter, '"_federation":', extras.federation)
  }
  if (formatter !== null) {
    if (formatter.hasFormatted) isAfter = member(out, isAfter, '"_formatted":')
    formatter.writeFormatted(documentBytes, out)
    if (formatter.hasPositions) {
      isAfter = member(out, isAfter, '"_matchesPosition":')
      formatter.writePositions(out)
    }
  }
  if (extras.rankingScore !== null) {
    isAfter = member(out, isAfter, '"_rankingScore":', String(extras.rankingScore))
  }
  if (extras.rankingScoreDetails !== null) {
    member(out, isAfter, '"_rankingScoreDetails":', extras.rankingScoreDetails)
  }
}

/** Writes a member, or its key alone; true: another one stands after it. */
function member(out: ByteWriter, isAfter: boolean, key: string, value = ''): true {
  if (isAfter) out.byte(COMMA)
  out.text(key)
  out.text(value)
  return true
}

/** The keys of what `writeAdded` writes. */
function addedKeys({ formatter }: Presentation, extras: HitExtras): string[] {
  const keys: [key: string, isAdded: boolean][] = [
    ['_vectors', extras.vectors !== null],
    ['_geoDistance', extras.geoDistance !== null],
    ['_federation', extras.federation !== null],
    ['_formatted', formatter?.hasFormatted === true],
    ['_matchesPosition', formatter?.hasPositions === true],
    ['_rankingScore', extras.rankingScore !== null],
    ['_rankingScoreDetails', extras.rankingScoreDetails !== null],
  ]
  return keys.filter(([, isAdded]) => isAdded).map(([key]) => key)
}

const COMMA = 0x2c
const CLOSE_BRACE = 0x7d
const OPEN_BRACE = 0x7b
const decoder = new TextDecoder()

function holdsMembers(bytes: Uint8Array, end: number): boolean {
  let at = end - 1
  while (bytes[at]! <= 0x20) at--
  return bytes[at] !== OPEN_BRACE
}

/** Never shown as a field: vectors are added by the search when they are asked for. */
const HIDDEN_KEYS: ReadonlySet<string> = new Set(['_vectors'])

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
