import { isDroppedControl } from '../../bits/white-space.ts'
import type { Normalizer } from './normalizer.ts'

/** Drops control chars that are not white space. NUL stays: it is a separator by itself. */
export const stripControls: Normalizer = {
  name: 'stripControls',
  appliesTo: () => true,
  // a control char has no decomposition, so it comes alone
  normalize: (part) => (isDroppedControl(part.charCodeAt(0)) ? '' : part),
}
