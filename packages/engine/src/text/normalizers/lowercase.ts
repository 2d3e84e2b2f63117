import { SCRIPT } from '../scripts.ts'
import type { Script } from '../scripts.ts'
import type { Normalizer } from './normalizer.ts'

const CASED_SCRIPTS: ReadonlySet<Script> = new Set([
  SCRIPT.latin,
  SCRIPT.cyrillic,
  SCRIPT.greek,
  SCRIPT.georgian,
  SCRIPT.armenian,
])

/** Lowercases without looking at neighbours: a capital sigma is `σ` wherever it stands. */
export const lowercase: Normalizer = {
  name: 'lowercase',
  appliesTo: (script) => CASED_SCRIPTS.has(script),
  normalize: (part) =>
    part.length === 1
      ? part.toLowerCase()
      : Array.from(part, (char) => char.toLowerCase()).join(''),
}
