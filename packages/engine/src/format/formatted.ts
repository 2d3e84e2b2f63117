// `_formatted` and `_matchesPosition` of one hit, in one walk over the document's text. A tree of field nodes, grown as paths
// are met and kept for the whole search, remembers what happens at each path.

import { decodeString, scanColon, scanString, scanValue, skipSpace } from '../bits/json-scan.ts'
import type { Tokenizer } from '../text/token.ts'
import { cropWindow, type CropWindow } from './crop.ts'
import type { LeafFormat } from './format-rules.ts'
import type { MatchFinder, TextMatch } from './find-matches.ts'
import { highlightText } from './highlight.ts'
import type { HighlightTags } from './highlight.ts'
import { MatchPositions } from './match-positions.ts'
import { afterComma } from './select-fields.ts'
import type { Selected } from './selection.ts'

/** How one search formats its hits. */
export interface Formatting {
  readonly tokenizer: Tokenizer
  readonly finder: MatchFinder
  readonly tags: HighlightTags
  readonly cropMarker: string
  /** The same as they are written inside a JSON string. */
  readonly escaped: { readonly tags: HighlightTags; readonly cropMarker: string }
  /** What may be shown at all: positions are reported for all of it. */
  readonly shown: Selected
  /** What `_formatted` holds, a part of `shown`; `none` leaves it out. */
  readonly formatted: Selected
  readonly hasPositions: boolean
  leafFormat(path: string): LeafFormat | null
  /** Languages the text at a path may be in; undefined when not restricted. */
  localesOf(path: string): readonly string[] | undefined
}

/** The two optional parts of a hit, as JSON text; null when not asked for. */
export interface FormattedParts {
  readonly formatted: string | null
  readonly matchesPosition: string | null
}

/** Formats documents of one search; holds what was learnt about field paths. */
export class DocumentFormatter {
  readonly #formatting: Formatting
  readonly #hidden: ReadonlySet<string>
  readonly #root: FieldNode

  /** `hidden` are top-level keys that are never shown. */
  constructor(formatting: Formatting, hidden: ReadonlySet<string>) {
    this.#formatting = formatting
    this.#hidden = hidden
    this.#root = new FieldNode('', formatting.shown, formatting.formatted, null, undefined)
  }

  format(text: string): FormattedParts {
    const { formatted, hasPositions } = this.#formatting
    const walk = new Walk(text, this.#formatting, this.#hidden)
    walk.document(this.#root)
    return {
      formatted: formatted === 'none' ? null : walk.out,
      matchesPosition: hasPositions ? walk.positions.toJson() : null,
    }
  }
}

class FieldNode {
  readonly path: string
  readonly shown: Selected
  readonly formatted: Selected
  readonly format: LeafFormat | null
  readonly locales: readonly string[] | undefined
  readonly #children = new Map<string, FieldNode>()

  constructor(
    path: string,
    shown: Selected,
    formatted: Selected,
    format: LeafFormat | null,
    locales: readonly string[] | undefined,
  ) {
    this.path = path
    this.shown = shown
    this.formatted = formatted
    this.format = format
    this.locales = locales
  }

  child(key: string, formatting: Formatting): FieldNode {
    let child = this.#children.get(key)
    if (child === undefined) {
      const path = this.path === '' ? key : `${this.path}.${key}`
      child = new FieldNode(
        path,
        childOf(this.shown, key),
        childOf(this.formatted, key),
        formatting.leafFormat(path),
        formatting.localesOf(path),
      )
      this.#children.set(key, child)
    }
    return child
  }
}

function childOf(selected: Selected, key: string): Selected {
  return typeof selected === 'string' ? selected : selected.child(key)
}

const HIDES_NOTHING: ReadonlySet<string> = new Set()
const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

class Walk {
  out = ''
  readonly positions: MatchPositions = new MatchPositions()
  readonly #text: string
  readonly #formatting: Formatting
  readonly #hidden: ReadonlySet<string>
  /** Places in the arrays around the current value. */
  readonly #indices: number[] = []

  constructor(text: string, formatting: Formatting, hidden: ReadonlySet<string>) {
    this.#text = text
    this.#formatting = formatting
    this.#hidden = hidden
  }

  document(root: FieldNode): void {
    this.#object(skipSpace(this.#text, 0), root, this.#hidden)
  }

  #object(start: number, node: FieldNode, hidden: ReadonlySet<string>): number {
    const text = this.#text
    const formatting = this.#formatting
    const isWritten = node.formatted !== 'none'
    if (isWritten) this.out += '{'
    let isFirst = true
    let at = skipSpace(text, start + 1)
    while (text.charCodeAt(at) !== CLOSE_BRACE) {
      const keyEnd = scanString(text, at)
      const valueStart = scanColon(text, keyEnd)
      const key = decodeString(text, at, keyEnd)
      const child = hidden.has(key) ? null : node.child(key, formatting)
      let valueEnd
      if (child === null || !this.#isVisited(child)) valueEnd = scanValue(text, valueStart)
      else {
        if (child.formatted !== 'none') {
          if (!isFirst) this.out += ','
          isFirst = false
          this.out += text.slice(at, keyEnd) + ':'
        }
        valueEnd = this.#value(valueStart, child)
      }
      at = afterComma(text, valueEnd)
    }
    if (isWritten) this.out += '}'
    return at + 1
  }

  #isVisited(node: FieldNode): boolean {
    if (node.formatted !== 'none') return true
    return this.#formatting.hasPositions && node.shown !== 'none'
  }

  #value(start: number, node: FieldNode): number {
    const text = this.#text
    const first = text.charCodeAt(start)
    if (first === OPEN_BRACE) return this.#object(start, node, HIDES_NOTHING)
    if (first === OPEN_BRACKET) return this.#array(start, node)
    const end = scanValue(text, start)
    if (first === QUOTE) {
      this.#leaf(node, text.slice(start, end), decodeString(text, start, end))
    } else if (first === MINUS || (first >= ZERO && first <= NINE)) {
      // Numbers are shown as texts, formatted or not.
      const digits = text.slice(start, end)
      this.#leaf(node, `"${digits}"`, digits)
    } else if (node.formatted !== 'none') this.out += text.slice(start, end)
    return end
  }

  #array(start: number, node: FieldNode): number {
    const text = this.#text
    const isWritten = node.formatted !== 'none'
    if (isWritten) this.out += '['
    this.#indices.push(0)
    const depth = this.#indices.length - 1
    let at = skipSpace(text, start + 1)
    while (text.charCodeAt(at) !== CLOSE_BRACKET) {
      if (isWritten && this.#indices[depth] !== 0) this.out += ','
      at = afterComma(text, this.#value(at, node))
      this.#indices[depth]! += 1
    }
    this.#indices.pop()
    if (isWritten) this.out += ']'
    return at + 1
  }

  /** Writes one leaf: `plain` is its JSON text when nothing changes it, `text` what it stands for. */
  #leaf(node: FieldNode, plain: string, text: string): void {
    const { finder, tokenizer, hasPositions } = this.#formatting
    const isWritten = node.formatted !== 'none'
    const cropLength = (isWritten && node.format?.cropLength) || 0
    const isHighlighted = isWritten && node.format?.isHighlighted === true
    const needsMatches = finder.canMatch && (hasPositions || isHighlighted || cropLength > 0)
    if (!needsMatches && cropLength === 0) {
      if (isWritten) this.out += plain
      return
    }
    const tokens = tokenizer.cut(text, node.locales)
    const matches = needsMatches ? finder.find(tokens, node.locales) : []
    if (hasPositions) this.positions.add(node.path, this.#indices, text, matches)
    if (!isWritten) return
    const window =
      cropLength > 0 ? cropWindow(tokens, matches, cropLength) : { start: 0, end: text.length }
    const isWhole = window.start === 0 && window.end === text.length
    if (isWhole && (!isHighlighted || matches.length === 0)) this.out += plain
    else this.#write(text, isHighlighted ? matches : [], window, plain.length === text.length + 2)
  }

  /** Writes the part of a text in the window; `isUnescaped`: it stands in JSON as it is. */
  #write(
    text: string,
    matches: readonly TextMatch[],
    window: CropWindow,
    isUnescaped: boolean,
  ): void {
    const { tags, cropMarker } = isUnescaped ? this.#formatting.escaped : this.#formatting
    const before = window.start > 0 ? cropMarker : ''
    const after = window.end < text.length ? cropMarker : ''
    const shown = before + highlightText(text, matches, window, tags) + after
    this.out += isUnescaped ? `"${shown}"` : JSON.stringify(shown)
  }
}
