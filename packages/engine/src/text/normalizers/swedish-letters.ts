import type { Normalizer } from './normalizer.ts'

/** Swedish å, ä and ö are letters of their own: put together again, they survive the removal of marks. */
export const swedishLetters: Normalizer = {
  name: 'swedishLetters',
  appliesTo: (_script, language) => language === 'swe',
  normalize: (part) => part.replace(DECOMPOSED_LETTER, (letter) => letter.normalize('NFC')),
}

const DECOMPOSED_LETTER = /[aA]\u030a|[aAoO]\u0308/g
