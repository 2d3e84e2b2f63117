import { SCRIPT } from '../scripts.ts'
import type { Script } from '../scripts.ts'
import type { Normalizer } from './normalizer.ts'

const MARKS = /\p{Mn}/gu

const STRIPPED_SCRIPTS: ReadonlySet<Script> = new Set([
  SCRIPT.latin,
  SCRIPT.greek,
  SCRIPT.hebrew,
  SCRIPT.arabic,
  SCRIPT.thai,
])

/** Drops non-spacing marks (accents, points), which decomposition made chars of their own. */
export const stripMarks: Normalizer = {
  name: 'stripMarks',
  appliesTo: (script) => STRIPPED_SCRIPTS.has(script),
  normalize: (part) => part.replace(MARKS, ''),
}
