import { SCRIPT } from '../scripts.ts'
import { HAN_VARIANTS } from './han-variant-table.ts'
import { replaceChars } from './normalizer.ts'
import type { Normalizer } from './normalizer.ts'

/** Traditional and variant ideographs become the simplified one, so that either spelling finds the other. */
export const hanVariants: Normalizer = {
  name: 'hanVariants',
  appliesTo: (script, language) =>
    script === SCRIPT.cj && (language === null || language === 'cmn' || language === 'zho'),
  normalize: (part) => replaceChars(part, HAN_VARIANTS),
}
