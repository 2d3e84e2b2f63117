import { isDroppedControl } from './white-space.ts'

/** The form in which stop words are stored and compared: decomposed, without control chars; case and accents stay. */
export function stopWordForm(word: string): string {
  let form = ''
  for (const char of word.normalize('NFKD')) {
    if (!isDroppedControl(char.charCodeAt(0))) form += char
  }
  return form
}
