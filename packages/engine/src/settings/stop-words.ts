import { stripControls } from '../text/normalizers/strip-controls.ts'

/** The form in which stop words are stored and compared: decomposed, without control characters, case and accents kept. */
export function normalizeStopWord(word: string): string {
  let normalized = ''
  for (const char of word.normalize('NFKD')) normalized += stripControls.normalize(char, false)
  return normalized
}
