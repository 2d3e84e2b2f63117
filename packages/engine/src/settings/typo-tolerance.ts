import { type Place, problem, readBoolean, readInteger, readStrings } from './decoder.ts'
import { type Patch, mergePatch, readPatch } from './patch.ts'
import { sortedSet } from './string-set.ts'

/** Letters a query word needs before it may take one typo, or two. */
export interface TypoSizes {
  readonly oneTypo: number
  readonly twoTypos: number
}

/** When a query word may match a word that is spelled differently. */
export interface TypoTolerance {
  readonly enabled: boolean
  readonly minWordSizeForTypos: TypoSizes
  readonly disableOnWords: readonly string[]
  readonly disableOnAttributes: readonly string[]
  readonly disableOnNumbers: boolean
}

type TypoToleranceMembers = Omit<TypoTolerance, 'minWordSizeForTypos'> & {
  readonly minWordSizeForTypos: Patch<TypoSizes>
}

/** A partial change of `typoTolerance`. */
export type TypoTolerancePatch = Patch<TypoToleranceMembers>

/** One typo from 5 letters on, two from 9. */
export const DEFAULT_TYPO_TOLERANCE: TypoTolerance = {
  enabled: true,
  minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
  disableOnWords: [],
  disableOnAttributes: [],
  disableOnNumbers: false,
}

/** Reads a partial change; refuses two sizes that contradict each other. */
export function parseTypoTolerance(value: unknown, place: Place): TypoTolerancePatch {
  return readPatch<TypoToleranceMembers>(value, place, {
    enabled: readBoolean,
    minWordSizeForTypos: parseSizes,
    disableOnWords: readStringSet,
    disableOnAttributes: readStringSet,
    disableOnNumbers: readBoolean,
  })
}

/** The setting after the change; a size that contradicts the stored other one is refused. */
export function mergeTypoTolerance(
  current: TypoTolerance,
  patch: TypoTolerancePatch,
  options: { readonly place: Place; readonly normalizeWord: (word: string) => string },
): TypoTolerance {
  const { minWordSizeForTypos: sizes, ...rest } = patch
  const merged = mergePatch<Omit<TypoTolerance, 'minWordSizeForTypos'>>(
    current,
    rest,
    DEFAULT_TYPO_TOLERANCE,
  )
  const minWordSizeForTypos = mergeSizes(current.minWordSizeForTypos, sizes)
  checkSizes(minWordSizeForTypos, options.place)
  // in the order of the interface
  return {
    enabled: merged.enabled,
    minWordSizeForTypos,
    disableOnWords: sortedSet(merged.disableOnWords.map(options.normalizeWord)),
    disableOnAttributes: merged.disableOnAttributes,
    disableOnNumbers: merged.disableOnNumbers,
  }
}

const WORD_SIZE_RANGE = { min: 0, max: 255 }

function parseSizes(value: unknown, place: Place): Patch<TypoSizes> {
  const readSize = (size: unknown, at: Place): number => readInteger(size, at, WORD_SIZE_RANGE)
  const sizes = readPatch<TypoSizes>(value, place, { oneTypo: readSize, twoTypos: readSize })
  const { oneTypo, twoTypos } = sizes
  if (typeof oneTypo === 'number' && typeof twoTypos === 'number') {
    checkSizes({ oneTypo, twoTypos }, place)
  }
  return sizes
}

function mergeSizes(current: TypoSizes, patch: Patch<TypoSizes> | null | undefined): TypoSizes {
  const defaults = DEFAULT_TYPO_TOLERANCE.minWordSizeForTypos
  if (patch === null) return defaults
  return patch === undefined ? current : mergePatch(current, patch, defaults)
}

function checkSizes(sizes: TypoSizes, place: Place): void {
  if (sizes.oneTypo <= sizes.twoTypos) return
  throw problem(
    place,
    `\`oneTypo\` (\`${sizes.oneTypo}\`) must not be above \`twoTypos\` (\`${sizes.twoTypos}\`).`,
  )
}

function readStringSet(value: unknown, place: Place): string[] {
  return sortedSet(readStrings(value, place))
}
