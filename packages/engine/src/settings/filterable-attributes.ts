/** What one rule of `filterableAttributes` allows on the paths that its patterns match. */
export interface FilterableRule {
  readonly attributePatterns: readonly string[]
  readonly features: {
    readonly facetSearch: boolean
    readonly filter: { readonly equality: boolean; readonly comparison: boolean }
  }
}

/** An element of `filterableAttributes`: a plain path (with its children, every feature) or a rule. */
export type FilterableAttribute = string | FilterableRule
