// `_formatted` and `_matchesPosition` of one hit, in one walk over the document's bytes. What nothing changes is copied in
// stretches as long as possible, and texts of plain ASCII are cut, searched and marked as bytes; others become strings.

import { BoundedMemory } from '../bits/bounded-memory.ts'
import { ByteWriter } from '../bits/byte-writer.ts'
import { afterSpace, endOfString, endOfValue } from '../bits/json-bytes.ts'
import { appendEscaped } from '../bits/json-string.ts'
import type { Tokenizer } from '../text/token.ts'
import { cropWindow } from './crop.ts'
import type { FieldNode } from './field-node.ts'
import type { MatchFinder } from './find-matches.ts'
import { highlightText } from './highlight.ts'
import type { HighlightTags } from './highlight.ts'
import { leafKernel } from './leaf-kernel.ts'
import { LeafText } from './leaf-text.ts'
import { MatchPositions } from './match-positions.ts'
import { Matches } from './matches.ts'

/** How one search formats its hits. */
export interface Formatting {
  readonly tokenizer: Tokenizer
  readonly finder: MatchFinder
  readonly tags: HighlightTags
  readonly cropMarker: string
  readonly hasPositions: boolean
}

const NO_BYTES = new Uint8Array(0)
const NO_OUTPUT = new ByteWriter()
const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
/** Of tags and markers that are remembered as bytes. */
const ESCAPED_CHARS_MAX = 4096
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

// Of the hit at hand: a hit is finished before the next one begins.
const positions = new MatchPositions()
const found = new Matches()
const nothing = new Matches()

/** Formats documents of one search. */
export class DocumentFormatter {
  /** `_formatted` is part of a hit. */
  readonly hasFormatted: boolean
  /** `_matchesPosition` is part of a hit. */
  readonly hasPositions: boolean
  readonly #root: FieldNode
  readonly #tokenizer: Tokenizer
  readonly #finder: MatchFinder
  readonly #tags: HighlightTags
  readonly #cropMarker: string
  /** Tags and marker as they stand inside a JSON string, in UTF-8. */
  readonly #preBytes: Uint8Array
  readonly #postBytes: Uint8Array
  readonly #markerBytes: Uint8Array
  /** Places in the arrays around the current value. */
  readonly #indices: number[] = []
  readonly #text: LeafText
  #bytes: Uint8Array = NO_BYTES
  #out: ByteWriter = NO_OUTPUT
  /** What is to be copied as it stands, as far as it is known. */
  #from = 0
  #to = 0

  /** What happens at each path is said by `root`, the node of the whole document. */
  constructor(formatting: Formatting, root: FieldNode) {
    this.hasFormatted = root.isWritten
    this.hasPositions = formatting.hasPositions
    this.#root = root
    this.#tokenizer = formatting.tokenizer
    this.#finder = formatting.finder
    this.#text = new LeafText(
      formatting.tokenizer.byteTraits,
      formatting.finder.sieve,
      leafKernel(),
    )
    this.#tags = formatting.tags
    this.#cropMarker = formatting.cropMarker
    this.#preBytes = escapedBytes(formatting.tags.pre)
    this.#postBytes = escapedBytes(formatting.tags.post)
    this.#markerBytes = escapedBytes(formatting.cropMarker)
  }

  /** Walks a document, given as JSON in UTF-8; writes `_formatted` if it is part of a hit. */
  writeFormatted(bytes: Uint8Array, out: ByteWriter): void {
    this.#bytes = bytes
    this.#out = out
    this.#from = 0
    this.#to = 0
    positions.clear()
    this.#text.open(bytes)
    this.#object(afterSpace(bytes, 0), this.#root)
    this.#flush()
    this.#bytes = NO_BYTES
    this.#out = NO_OUTPUT
  }

  /** Writes `_matchesPosition` of the document that was walked last. */
  writePositions(out: ByteWriter): void {
    positions.write(out)
  }

  #object(start: number, node: FieldNode): number {
    const bytes = this.#bytes
    if (node.isWritten) this.#take(start, start + 1)
    node.rewind()
    let isFirst = true
    let at = afterSpace(bytes, start + 1)
    while (bytes[at] !== CLOSE_BRACE) {
      let keyEnd = node.keyAhead(bytes, at)
      let child = node.found
      if (keyEnd < 0) {
        keyEnd = endOfString(bytes, at)
        child = node.child(bytes, at, keyEnd)
      }
      const colon = afterSpace(bytes, keyEnd)
      const valueStart = afterSpace(bytes, colon + 1)
      if (!child.isVisited) at = endOfValue(bytes, valueStart)
      else {
        if (child.isWritten) {
          if (!isFirst) this.#sign(COMMA)
          isFirst = false
          this.#take(at, keyEnd)
          this.#sign(COLON)
        }
        at = this.#value(valueStart, child)
      }
      at = afterComma(bytes, at)
    }
    if (node.isWritten) this.#take(at, at + 1)
    return at + 1
  }

  #value(start: number, node: FieldNode): number {
    const bytes = this.#bytes
    const first = bytes[start]!
    if (first === QUOTE) return this.#string(start, node)
    if (first === OPEN_BRACE) return this.#object(start, node)
    if (first === OPEN_BRACKET) return this.#array(start, node)
    const end = endOfValue(bytes, start)
    if (first === MINUS || (first >= ZERO && first <= NINE)) this.#number(start, end, node)
    else if (node.isWritten) this.#take(start, end)
    return end
  }

  #array(start: number, node: FieldNode): number {
    const bytes = this.#bytes
    const indices = this.#indices
    if (node.isWritten) this.#take(start, start + 1)
    const depth = indices.length
    indices.push(0)
    let at = afterSpace(bytes, start + 1)
    while (bytes[at] !== CLOSE_BRACKET) {
      if (node.isWritten && indices[depth] !== 0) this.#sign(COMMA)
      at = afterComma(bytes, this.#value(at, node))
      indices[depth]! += 1
    }
    indices.pop()
    if (node.isWritten) this.#take(at, at + 1)
    return at + 1
  }

  #string(start: number, node: FieldNode): number {
    const bytes = this.#bytes
    if (!this.#isRead(node)) {
      const end = endOfString(bytes, start)
      if (node.isWritten) this.#take(start, end)
      return end
    }
    const text = this.#text
    const textEnd = text.readString(start + 1)
    const end = textEnd + 1
    if (text.isOdd || node.locales !== undefined) {
      const decoded = decoder.decode(bytes.subarray(start, end))
      this.#textLeaf(node, String(JSON.parse(decoded)), start, end)
    } else if (text.candidateCount > 0 || node.cropLength > 0) this.#asciiLeaf(node, start, end)
    else if (node.isWritten) this.#take(start, end)
    return end
  }

  /** Numbers are shown as texts, formatted or not. */
  #number(start: number, end: number, node: FieldNode): void {
    const bytes = this.#bytes
    if (!this.#isRead(node)) {
      if (node.isWritten) this.#quoted(start, end)
      return
    }
    const text = this.#text
    text.readNumber(start, end)
    if (text.isOdd || node.locales !== undefined) {
      this.#textLeaf(node, decoder.decode(bytes.subarray(start, end)), start, end)
    } else this.#asciiLeaf(node, start, end)
  }

  /** The words of the leaf matter. */
  #isRead(node: FieldNode): boolean {
    if (node.cropLength > 0) return true
    return this.#finder.canMatch && (this.hasPositions || node.isHighlighted)
  }

  /** Presents the leaf whose text was read last; `start … end` is its place in the document. */
  #asciiLeaf(node: FieldNode, start: number, end: number): void {
    const text = this.#text
    const { length } = text
    let matches = nothing
    if (text.candidateCount > 0) {
      matches = found
      this.#finder.findInLeaf(text, matches)
      if (this.hasPositions) positions.add(node.matches, this.#indices, null, matches)
    }
    if (!node.isWritten) return
    let windowStart = 0
    let windowEnd = length
    // a text of fewer words than are shown needs no window: a word takes a character, and so does what stands between two
    if (node.cropLength > 0 && length > 2 * (node.cropLength - 1)) {
      const window = cropWindow(text, matches, node.cropLength)
      windowStart = window.start
      windowEnd = window.end
    }
    const marked = node.isHighlighted ? matches : nothing
    if (windowStart === 0 && windowEnd === length && marked.count === 0) {
      this.#takeText(start, end)
      return
    }
    this.#flush()
    const out = this.#out
    const { bytes, base } = text
    const append = text.isEscaped ? appendEscaped : appendPlain
    out.byte(QUOTE)
    if (windowStart > 0) out.append(this.#markerBytes)
    let written = windowStart
    for (let i = 0; i < marked.count; i++) {
      const match = marked.list[i]!
      const markStart = match.start > windowStart ? match.start : windowStart
      const markEnd = match.markEnd < windowEnd ? match.markEnd : windowEnd
      if (markEnd <= markStart) continue
      append(out, bytes, base + written, base + markStart)
      out.append(this.#preBytes)
      append(out, bytes, base + markStart, base + markEnd)
      out.append(this.#postBytes)
      written = markEnd
    }
    append(out, bytes, base + written, base + windowEnd)
    if (windowEnd < length) out.append(this.#markerBytes)
    out.byte(QUOTE)
    this.#skipTo(end)
  }

  /** The same of any text. */
  #textLeaf(node: FieldNode, text: string, start: number, end: number): void {
    const tokens = this.#tokenizer.cut(text, node.locales)
    let matches = nothing
    if (this.#finder.canMatch) {
      matches = found
      this.#finder.find(tokens, node.locales, matches)
      if (this.hasPositions) positions.add(node.matches, this.#indices, text, matches)
    }
    if (!node.isWritten) return
    const window =
      node.cropLength > 0
        ? cropWindow(tokens, matches, node.cropLength)
        : { start: 0, end: text.length }
    const marked = node.isHighlighted ? matches : nothing
    if (window.start === 0 && window.end === text.length && marked.count === 0) {
      this.#takeText(start, end)
      return
    }
    this.#flush()
    const marker = this.#cropMarker
    const before = window.start > 0 ? marker : ''
    const after = window.end < text.length ? marker : ''
    const shown = before + highlightText(text, marked, window, this.#tags) + after
    this.#out.text(JSON.stringify(shown))
    this.#skipTo(end)
  }

  /** Copies a leaf; a number becomes a text. */
  #takeText(start: number, end: number): void {
    if (this.#bytes[start] === QUOTE) this.#take(start, end)
    else this.#quoted(start, end)
  }

  #quoted(start: number, end: number): void {
    this.#flush()
    this.#out.byte(QUOTE)
    this.#out.copy(this.#bytes, start, end)
    this.#out.byte(QUOTE)
    this.#skipTo(end)
  }

  /** Writes a sign between values; most often it stands just there. */
  #sign(sign: number): void {
    const to = this.#to
    if (this.#bytes[to] === sign) this.#to = to + 1
    else {
      this.#flush()
      this.#out.byte(sign)
    }
  }

  /** Copies a part of the document as it stands. */
  #take(start: number, end: number): void {
    if (start !== this.#to) {
      this.#flush()
      this.#from = start
    }
    this.#to = end
  }

  #flush(): void {
    if (this.#from < this.#to) this.#out.copy(this.#bytes, this.#from, this.#to)
    this.#from = this.#to
  }

  /** Goes on after what was written otherwise. */
  #skipTo(end: number): void {
    this.#from = end
    this.#to = end
  }
}

/** The start of the next member or element, or the closing bracket. */
function afterComma(bytes: Uint8Array, valueEnd: number): number {
  const at = afterSpace(bytes, valueEnd)
  return bytes[at] === COMMA ? afterSpace(bytes, at + 1) : at
}

function appendPlain(out: ByteWriter, bytes: Uint8Array, start: number, end: number): void {
  out.copy(bytes, start, end)
}

/** Tags and markers: those of the last searches are most often those of the next. */
const knownEscaped = new BoundedMemory<string, Uint8Array>(ESCAPED_CHARS_MAX)

/** A text as it is written between the quotes of a JSON string. */
function escapedBytes(text: string): Uint8Array {
  let bytes = knownEscaped.get(text)
  if (bytes === undefined) {
    bytes = encoder.encode(JSON.stringify(text).slice(1, -1))
    knownEscaped.set(text, bytes, text.length + 1)
  }
  return bytes
}
