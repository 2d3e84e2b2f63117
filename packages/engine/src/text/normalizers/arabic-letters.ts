import { SCRIPT } from '../scripts.ts'
import { replaceChars } from './normalizer.ts'
import type { Normalizer } from './normalizer.ts'

/** Drops the stretching stroke and unifies letters that are often written for each other. */
export const arabicLetters: Normalizer = {
  name: 'arabicLetters',
  appliesTo: (script) => script === SCRIPT.arabic,
  normalize: (part) => replaceChars(part, REPLACEMENTS),
}

const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['ـ', ''],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ة', 'ه'],
])
