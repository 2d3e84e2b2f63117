import { SCRIPT } from '../scripts.ts'
import type { Normalizer } from './normalizer.ts'

const KATAKANA_TO_HIRAGANA = 0x60
// those that have a hiragana twin; the long-vowel mark has none
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g

/** Katakana become hiragana, so that either spelling finds the other. */
export const katakanaToHiragana: Normalizer = {
  name: 'katakanaToHiragana',
  appliesTo: (script, language) =>
    script === SCRIPT.cj && (language === null || language === 'jpn'),
  normalize: (part) =>
    part.replace(KATAKANA, (char) =>
      String.fromCharCode(char.charCodeAt(0) - KATAKANA_TO_HIRAGANA),
    ),
}
