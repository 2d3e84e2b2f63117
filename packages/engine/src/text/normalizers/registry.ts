// The order is the contract (relevancy 1.6): the token is classified between the two lists.

import { arabicLetters } from './arabic-letters.ts'
import { decompose } from './decompose.ts'
import { greekSigma } from './greek-sigma.ts'
import { hanVariants } from './han-variants.ts'
import { katakanaToHiragana } from './kana.ts'
import { latinLigatures, latinStrokes } from './latin-letters.ts'
import { lowercase } from './lowercase.ts'
import type { Normalizer } from './normalizer.ts'
import { persianLetters } from './persian-letters.ts'
import { stripControls } from './strip-controls.ts'
import { stripMarks } from './strip-marks.ts'
import { swedishLetters } from './swedish-letters.ts'

/** Run before a token is told to be a word, a stop word or a separator. */
export const NORMALIZERS_BEFORE_CLASSIFYING: readonly Normalizer[] = [
  decompose,
  swedishLetters,
  stripControls,
]

/** Run afterwards: they make the lemma. */
export const NORMALIZERS_AFTER_CLASSIFYING: readonly Normalizer[] = [
  persianLetters,
  lowercase,
  latinLigatures,
  hanVariants,
  katakanaToHiragana,
  greekSigma,
  arabicLetters,
  stripMarks,
  latinStrokes,
]
