import type { CropWindow } from './crop.ts'
import type { Matches } from './matches.ts'

/** What is put around every match. */
export interface HighlightTags {
  readonly pre: string
  readonly post: string
}

/** The part of `text` inside the window, with tags around its matches; a match cut by the window is tagged as far as visible. */
export function highlightText(
  text: string,
  matches: Matches,
  window: CropWindow,
  tags: HighlightTags,
): string {
  let out = ''
  let written = window.start
  for (let i = 0; i < matches.count; i++) {
    const match = matches.list[i]!
    const start = Math.max(match.start, window.start)
    const markEnd = Math.min(match.markEnd, window.end)
    if (markEnd <= start) continue
    out += text.slice(written, start) + tags.pre + text.slice(start, markEnd) + tags.post
    written = markEnd
  }
  return out + text.slice(written, window.end)
}
