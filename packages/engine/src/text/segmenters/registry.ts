import { SCRIPT } from '../scripts.ts'
import type { Script } from '../scripts.ts'
import { arabic } from './arabic.ts'
import { chinese } from './chinese.ts'
import { german } from './german.ts'
import { japanese } from './japanese.ts'
import { khmer } from './khmer.ts'
import { korean } from './korean.ts'
import type { Segmenter } from './segmenter.ts'
import { thai } from './thai.ts'
import { whole } from './whole.ts'

interface Row {
  readonly script: Script
  /** The languages it is for; absent means every language, so that none need be detected. */
  readonly languages?: readonly string[]
  readonly segmenter: Segmenter
}

const ROWS: readonly Row[] = [
  { script: SCRIPT.latin, languages: ['deu'], segmenter: german },
  { script: SCRIPT.cj, languages: ['cmn', 'zho'], segmenter: chinese },
  { script: SCRIPT.cj, languages: ['jpn'], segmenter: japanese },
  { script: SCRIPT.arabic, languages: ['ara', 'pes'], segmenter: arabic },
  { script: SCRIPT.hangul, segmenter: korean },
  { script: SCRIPT.thai, segmenter: thai },
  { script: SCRIPT.khmer, segmenter: khmer },
]

/** The segmenter for a script and language. */
export function segmenterFor(script: Script, language: string | null): Segmenter {
  for (const row of ROWS) {
    if (row.script !== script) continue
    if (row.languages === undefined) return row.segmenter
    if (language !== null && row.languages.includes(language)) return row.segmenter
  }
  return whole
}
