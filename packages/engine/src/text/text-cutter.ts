// Cuts a text into original tokens: script groups, then separators and dictionary entries, then segmenters.

import { detectLanguage } from './detect-language.ts'
import type { EntryMatcher } from './entry-matcher.ts'
import { SCRIPT, scriptOf } from './scripts.ts'
import type { Script } from './scripts.ts'
import { segmenterFor } from './segmenters/registry.ts'
import type { Segmenter } from './segmenters/segmenter.ts'
import { whole } from './segmenters/whole.ts'

/** A stretch of text in one script, and what follows from that. */
export interface Group {
  readonly start: number
  readonly end: number
  readonly script: Script
  readonly language: string | null
  readonly segmenter: Segmenter
}

/** Receives the original tokens of a text in order, without gaps. */
export interface CutSink {
  add(start: number, end: number, group: Group): void
}

/** The groups of `text`, in order: a char of another script opens a group, chars without a script join where they stand. */
export function groupsOf(text: string, locales: readonly string[] | undefined): Group[] {
  const groups: Group[] = []
  let start = 0
  let script: Script = SCRIPT.other
  for (let i = 0; i < text.length; i++) {
    let codePoint = text.charCodeAt(i)
    if (codePoint >= 0xd800 && codePoint <= 0xdbff) codePoint = text.codePointAt(i)!
    const charScript = scriptOf(codePoint)
    if (charScript !== SCRIPT.other && charScript !== script) {
      if (script !== SCRIPT.other) {
        groups.push(createGroup(text, start, i, script, locales))
        start = i
      }
      script = charScript
    }
    if (codePoint > 0xffff) i++
  }
  groups.push(createGroup(text, start, text.length, script, locales))
  return groups
}

/** Sends the tokens of one group to `sink`, those from `from` on, where a token must start. */
export function cutGroup(
  text: string,
  group: Group,
  from: number,
  entries: EntryMatcher,
  sink: CutSink,
): void {
  let start = Math.max(group.start, from)
  while (start < group.end) {
    const entryEnd = entries.matchEnd(text, start, group.end)
    if (entryEnd > start) {
      sink.add(start, entryEnd, group)
      start = entryEnd
      continue
    }
    const end = pieceEnd(text, group.end, start, entries)
    cutPiece(text, group, start, end, sink)
    start = end
  }
}

/** Where the piece starting at `start`, where no entry does, ends: at the next entry, or at `limit`. */
export function pieceEnd(
  text: string,
  limit: number,
  start: number,
  entries: EntryMatcher,
): number {
  const isStart = entries.isStart
  let end = start + 1
  while (end < limit) {
    if (isStart[text.charCodeAt(end)] === 1 && entries.matchEnd(text, end, limit) > end) break
    end++
  }
  return end
}

// Kept whole whatever the script: numeric chars and ASCII punctuation.
const NUMERIC_PIECE = /^[\p{N}!-/:-@[-`{-~]+$/u

function cutPiece(text: string, group: Group, start: number, end: number, sink: CutSink): void {
  if (group.segmenter === whole) {
    sink.add(start, end, group)
    return
  }
  const piece = text.slice(start, end)
  if (NUMERIC_PIECE.test(piece)) {
    sink.add(start, end, group)
    return
  }
  let wordStart = start
  for (const wordEnd of group.segmenter.wordEnds(piece)) {
    sink.add(wordStart, start + wordEnd, group)
    wordStart = start + wordEnd
  }
}

function createGroup(
  text: string,
  start: number,
  end: number,
  script: Script,
  locales: readonly string[] | undefined,
): Group {
  const language = detectLanguage(text, start, end, script, locales)
  return { start, end, script, language, segmenter: segmenterFor(script, language) }
}
