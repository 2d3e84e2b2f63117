import { describe, expect, it } from 'vitest'
import type { DocumentInputs, InputDocument } from './document-inputs.ts'
import { kept, remake, stageVectors, type StagedVectors } from './stage-vectors.ts'

const inputs: DocumentInputs = {
  render: ({ value }) =>
    new Map(
      Object.entries(value)
        .filter(([key]) => key !== 'bad')
        .map(([key, text]) => {
          if (text === 'cannot') throw new Error('not rendered')
          return [Number(key), { text: String(text) }]
        }),
    ),
}
const documentOf = (...texts: string[]): InputDocument => ({
  id: '7',
  value: Object.fromEntries(texts.map((text, slot) => [slot, text])),
})
const vectorsOf = (changes: Partial<StagedVectors> = {}): StagedVectors => ({
  ...kept({
    isUserProvided: false,
    mustRegenerate: true,
    slots: [0],
    vectors: [Float32Array.of(1)],
  }),
  ...changes,
})
const oldOf = (vectors: StagedVectors, ...texts: string[]) => ({
  vectors,
  document: () => documentOf(...texts),
})
const summary = ({ isUserProvided, mustRegenerate, slots, pending }: StagedVectors) => ({
  isUserProvided,
  mustRegenerate,
  slots: [...slots],
  pending: [...pending.keys()],
})
const MADE = { isUserProvided: false, mustRegenerate: true, slots: [], pending: [0] }
const given = { vectors: [Float32Array.of(2), Float32Array.of(3)], regenerate: false }

describe('a new document', () => {
  it('gets vectors made unless it brings some or opts out', () => {
    expect(summary(stageVectors(undefined, null, documentOf('a'), inputs))).toEqual(MADE)
    const asked = { vectors: null, regenerate: true }
    expect(summary(stageVectors(asked, null, documentOf('a'), inputs))).toEqual(MADE)
    expect(summary(stageVectors(given, null, documentOf('a'), inputs))).toEqual({
      isUserProvided: true,
      mustRegenerate: false,
      slots: [0, 1],
      pending: [],
    })
    const optedOut = { vectors: null, regenerate: false }
    expect(summary(stageVectors(optedOut, null, documentOf('a'), inputs))).toEqual({
      isUserProvided: false,
      mustRegenerate: false,
      slots: [],
      pending: [],
    })
  })

  it('lacks vectors when nobody can make them', () => {
    expect(stageVectors(undefined, null, documentOf(), null).isMissing).toBe(true)
    expect(stageVectors(given, null, documentOf(), null).isMissing).toBe(false)
  })
})

describe('a document that is written again', () => {
  it('keeps its vectors while its text stays, and while they are not to be made again', () => {
    const same = stageVectors(undefined, oldOf(vectorsOf(), 'a'), documentOf('a'), inputs)
    expect(summary(same)).toMatchObject({ slots: [0], pending: [] })
    const fixed = vectorsOf({ isUserProvided: true, mustRegenerate: false })
    const other = stageVectors(undefined, oldOf(fixed, 'a'), documentOf('b'), inputs)
    expect(other).toBe(fixed)
  })

  it('gets vectors made again when its text changes, also those of the user that may be', () => {
    for (const isUserProvided of [false, true]) {
      const old = oldOf(vectorsOf({ isUserProvided }), 'a')
      expect(summary(stageVectors(undefined, old, documentOf('b'), inputs))).toEqual(MADE)
    }
  })

  it('gets them made again when the old text cannot be rendered', () => {
    const old = oldOf(vectorsOf(), 'cannot')
    expect(summary(stageVectors(undefined, old, documentOf('a'), inputs))).toEqual(MADE)
  })

  it('always gets them made when that is switched on again', () => {
    const old = oldOf(vectorsOf({ isUserProvided: true, mustRegenerate: false }), 'a')
    const asked = { vectors: null, regenerate: true }
    expect(summary(stageVectors(asked, old, documentOf('a'), inputs))).toEqual(MADE)
  })

  it('keeps the last vectors when making them is switched off', () => {
    const off = { vectors: null, regenerate: false }
    const staged = stageVectors(off, oldOf(vectorsOf(), 'a'), documentOf('b'), inputs)
    expect(summary(staged)).toEqual({ ...MADE, mustRegenerate: false, slots: [0], pending: [] })
  })
})

describe('remake', () => {
  it('touches only the slots whose input differs, and empties those without one', () => {
    const three = vectorsOf({
      slots: [0, 1, 2],
      vectors: [1, 2, 3].map((value) => Float32Array.of(value)),
    })
    const staged = remake(oldOf(three, 'a', 'b', 'c'), documentOf('a', 'x'), inputs)
    expect(summary(staged)).toMatchObject({ slots: [0], pending: [1] })
    expect(staged.vectors).toEqual([Float32Array.of(1)])
  })
})
