import { SCRIPT } from '../scripts.ts'
import type { Normalizer } from './normalizer.ts'

/** A word written in capitals ends in `σ` once lowercased; the final form `ς` must equal it. */
export const greekSigma: Normalizer = {
  name: 'greekSigma',
  appliesTo: (script) => script === SCRIPT.greek,
  normalize: (part, isLast) => (isLast && part.endsWith('ς') ? `${part.slice(0, -1)}σ` : part),
}
