import { SCRIPT } from '../scripts.ts'
import { replaceChars } from './normalizer.ts'
import type { Normalizer } from './normalizer.ts'

/** Plain apostrophes, and ligatures that decomposition leaves whole. */
export const latinLigatures: Normalizer = {
  name: 'latinLigatures',
  appliesTo: (script) => script === SCRIPT.latin,
  normalize: (part) => replaceChars(part, LIGATURES),
}

/** Letters whose stroke or missing dot is no mark of its own; runs after lowercasing. `ß`, `ø`, `ł` stay. */
export const latinStrokes: Normalizer = {
  name: 'latinStrokes',
  appliesTo: (script) => script === SCRIPT.latin,
  normalize: (part) => replaceChars(part, STROKES),
}

const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['’', "'"],
  ['‘', "'"],
  ['‛', "'"],
  ['œ', 'oe'],
  ['æ', 'ae'],
])

const STROKES: ReadonlyMap<string, string> = new Map([
  ['đ', 'd'],
  ['ð', 'd'],
  ['Đ', 'd'],
  ['Ð', 'd'],
  ['ı', 'i'],
])
