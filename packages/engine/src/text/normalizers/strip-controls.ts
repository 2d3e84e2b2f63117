import { isWhiteSpace } from '../white-space.ts'
import type { Normalizer } from './normalizer.ts'

/** Drops control chars that are not white space. NUL stays: it is a separator by itself. */
export const stripControls: Normalizer = {
  name: 'stripControls',
  appliesTo: () => true,
  // a control char has no decomposition, so it comes alone
  normalize: (part) => (isDroppedControl(part.charCodeAt(0)) ? '' : part),
}

/** Whether `unit` is a control char that leaves nothing in a lemma. */
export function isDroppedControl(unit: number): boolean {
  const isControl = unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)
  return isControl && unit !== 0 && !isWhiteSpace(unit)
}
