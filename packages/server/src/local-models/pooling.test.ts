import { expect, it } from 'vitest'

import { choosePooling, pool, type Pooling } from './pooling.ts'

// three tokens of two numbers
const STATES = Float32Array.from([1, -2, 4, 8, 1, 3])

it.each<[Pooling, number[]]>([
  ['cls', [1, -2]],
  ['last', [1, 3]],
  ['mean', [2, 3]],
  ['max', [4, 8]],
  ['meanSqrtLength', [Math.fround(6 / Math.sqrt(3)), Math.fround(9 / Math.sqrt(3))]],
])('%s', (pooling, vector) => {
  expect([...pool(STATES, 3, pooling)]).toEqual(vector)
})

it('one token is the vector', () => {
  const token = Float32Array.from([5, 6])
  for (const pooling of ['cls', 'last', 'mean', 'max', 'meanSqrtLength'] as const) {
    expect(pool(token, 1, pooling)).toEqual(token)
  }
})

it('the model decides unless the settings do', () => {
  const file = { pooling_mode_mean_tokens: true, pooling_mode_cls_token: false }
  expect(choosePooling('useModel', file)).toBe('mean')
  expect(choosePooling('useModel', { ...file, pooling_mode_cls_token: true })).toBe('cls')
  expect(choosePooling('useModel', { pooling_mode_max_tokens: true })).toBe('max')
  expect(choosePooling('useModel', { word_embedding_dimension: 8 })).toBe('mean')
  expect(choosePooling('useModel', null)).toBe('mean')
  expect(choosePooling('forceCls', file)).toBe('cls')
  expect(choosePooling('forceMean', { pooling_mode_cls_token: true })).toBe('mean')
})
