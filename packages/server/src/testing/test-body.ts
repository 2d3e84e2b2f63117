/** What errors say, of requests and of tasks. */
interface TestError {
  readonly code: string
  readonly message: string
}

/**
 * Members that bodies of answers have, as far as tests read them one by one. Which of them are there depends on the answer:
 * a test that reads one expects it.
 */
export interface TestBody extends TestError {
  readonly results: readonly TestBody[]
  readonly total: number

  readonly taskUid: number
  readonly uid: string
  readonly batchUid: number
  readonly status: string
  readonly details: unknown
  readonly error: TestError
  readonly stats: { readonly embedderRequests: unknown }
  readonly customMetadata: string

  readonly indexUid: string
  readonly hits: readonly { readonly id: number | string }[]
  readonly semanticHitCount: number
  readonly facetDistribution: unknown
  readonly reason: unknown
  readonly rules: readonly { readonly rule: string }[]

  readonly name: string
  readonly key: string
  readonly actions: readonly string[]
  readonly uuid: string
  readonly headers: Readonly<Record<string, string>>
  readonly updatedAt: string
  readonly rawDocumentDbSize: number
  readonly editDocumentsByFunction: boolean
  readonly containsFilter: boolean
}
