/** Locales (ISO-639-3) that texts of the matching paths are written in; none means "detect". */
export interface LocalizedAttribute {
  readonly attributePatterns: readonly string[]
  readonly locales: readonly string[]
}
