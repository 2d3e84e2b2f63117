// Cuts a text into original tokens: script groups, then separators and dictionary entries, then segmenters.

import { detectLanguage } from './detect-language.ts'
import type { EntryMatcher } from './entry-matcher.ts'
import { SCRIPT, scriptOf } from './scripts.ts'
import type { Script } from './scripts.ts'
import { segmenterFor } from './segmenters/registry.ts'
import { whole } from './segmenters/whole.ts'

/** Receives the original tokens of a text in order, without gaps. */
export interface CutSink {
  add(start: number, end: number, script: Script, language: string | null): void
}

/** What to cut; `from` is where the first token starts (0, or any place known to start a token). */
export interface CutRequest {
  readonly text: string
  readonly from: number
  readonly entries: EntryMatcher
  readonly locales: readonly string[] | undefined
}

/** Sends every token of the text from `from` on to `sink`. */
export function cutText(request: CutRequest, sink: CutSink): void {
  const { text } = request
  let groupStart = 0
  let groupScript: Script = SCRIPT.other
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i)!
    const script = scriptOf(codePoint)
    // chars without a script join the group they stand in, also at its beginning
    if (script !== SCRIPT.other && script !== groupScript) {
      if (groupScript !== SCRIPT.other) {
        cutGroup(request, groupStart, i, groupScript, sink)
        groupStart = i
      }
      groupScript = script
    }
    if (codePoint > 0xffff) i++
  }
  cutGroup(request, groupStart, text.length, groupScript, sink)
}

// Kept whole by every segmenter: numeric chars and ASCII punctuation.
const NUMERIC_PIECE = /^[\p{N}!-/:-@[-`{-~]+$/u

function cutGroup(
  request: CutRequest,
  groupStart: number,
  groupEnd: number,
  script: Script,
  sink: CutSink,
): void {
  const { text, entries } = request
  if (groupEnd <= request.from) return
  const language = languageOfGroup(request, groupStart, groupEnd, script)
  const segmenter = segmenterFor(script, language)
  let pieceStart = Math.max(groupStart, request.from)
  for (let i = pieceStart; i < groupEnd;) {
    const entryEnd = entries.matchEnd(text, i, groupEnd)
    if (entryEnd === i) {
      i++
      continue
    }
    if (pieceStart < i) cutPiece(pieceStart, i)
    sink.add(i, entryEnd, script, language)
    i = entryEnd
    pieceStart = entryEnd
  }
  if (pieceStart < groupEnd) cutPiece(pieceStart, groupEnd)

  function cutPiece(start: number, end: number): void {
    if (segmenter === whole) {
      sink.add(start, end, script, language)
      return
    }
    const piece = text.slice(start, end)
    if (NUMERIC_PIECE.test(piece)) {
      sink.add(start, end, script, language)
      return
    }
    let wordStart = start
    for (const wordEnd of segmenter.wordEnds(piece)) {
      sink.add(wordStart, start + wordEnd, script, language)
      wordStart = start + wordEnd
    }
  }
}

function languageOfGroup(
  request: CutRequest,
  groupStart: number,
  groupEnd: number,
  script: Script,
): string | null {
  const { text, locales } = request
  // the usual case, without copying the group
  if (script === SCRIPT.latin && (locales === undefined || locales.length === 0)) return null
  return detectLanguage(text.slice(groupStart, groupEnd), script, locales)
}
