import { SCRIPT } from '../scripts.ts'
import { replaceChars } from './normalizer.ts'
import type { Normalizer } from './normalizer.ts'

/** One form for the letters and signs that Persian text writes with either Arabic or Persian code points. */
export const persianLetters: Normalizer = {
  name: 'persianLetters',
  appliesTo: (script, language) => script === SCRIPT.arabic && language === 'pes',
  normalize: (part) => replaceChars(part, REPLACEMENTS),
}

const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['ي', 'ی'],
  ['ى', 'ی'],
  ['ے', 'ی'],
  ['ك', 'ک'],
  ['ڪ', 'ک'],
  ['،', ','],
  ['؟', '?'],
  ['﷼', 'RIAL'],
  ['\u200c', ''],
  ...Array.from('۰۱۲۳۴۵۶۷۸۹', (digit, value): [string, string] => [digit, String(value)]),
])
