import { describe, expect, it } from 'vitest'

import { DEFAULT_SETTINGS } from '../settings/settings-table.ts'
import { checkEmbedder } from './check-embedder.ts'

const check =
  (semanticRatio: number, q: string | null, vector: number[] | null = null) =>
  () =>
    checkEmbedder(
      { hybrid: { embedder: 'ghost', semanticRatio }, q, vector, media: null },
      DEFAULT_SETTINGS,
    )

describe('checkEmbedder', () => {
  it('refuses an embedder that is not there when text or a vector would use it', () => {
    expect(check(0.5, 'tea')).toThrow('`ghost`')
    expect(check(1, null, [1, 0])).toThrow('`ghost`')
  })

  it('does not look at the embedder of a search by words, or of one for everything', () => {
    expect(check(0, 'tea')).not.toThrow()
    expect(check(0.5, ' ')).not.toThrow()
    expect(check(0.5, null)).not.toThrow()
  })
})
