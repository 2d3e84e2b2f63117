/** When a query word may match a word that is spelled differently. */
export interface TypoTolerance {
  readonly enabled: boolean
  readonly minWordSizeForTypos: { readonly oneTypo: number; readonly twoTypos: number }
  readonly disableOnWords: readonly string[]
  readonly disableOnAttributes: readonly string[]
  readonly disableOnNumbers: boolean
}
