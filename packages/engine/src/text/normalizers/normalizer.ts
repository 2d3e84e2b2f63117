import type { Script } from '../scripts.ts'

/**
 * One transformation of tokens. It never sees a whole token, only the part that the steps before it left of one
 * original char, so that a piece of a lemma can be mapped back to the original text.
 */
export interface Normalizer {
  readonly name: string
  /** Whether it runs for tokens of this script and language; `language` is null when unknown. */
  appliesTo(script: Script, language: string | null): boolean
  /** What `part` (one or more chars) becomes, possibly nothing. `isLast`: nothing of the token comes after it. */
  normalize(part: string, isLast: boolean): string
}

/** `part` with each char replaced as `replacements` says. */
export function replaceChars(part: string, replacements: ReadonlyMap<string, string>): string {
  if (part.length === 1) return replacements.get(part) ?? part
  let replaced = ''
  for (const char of part) replaced += replacements.get(char) ?? char
  return replaced
}
