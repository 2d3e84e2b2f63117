/** Search parameters that a conversation uses on the index; absent ones keep the search defaults. */
export interface ChatSearchParameters {
  readonly hybrid?: { readonly embedder: string; readonly semanticRatio: number }
  readonly limit?: number
  readonly sort?: readonly string[]
  readonly distinct?: string
  readonly matchingStrategy?: 'last' | 'all' | 'frequency'
  readonly attributesToSearchOn?: readonly string[]
  readonly rankingScoreThreshold?: number
}

/** How the index presents itself in conversations. `documentTemplate` null means the default template. */
export interface ChatSettings {
  readonly description: string
  readonly documentTemplate: string | null
  readonly documentTemplateMaxBytes: number
  readonly searchParameters: ChatSearchParameters
}
