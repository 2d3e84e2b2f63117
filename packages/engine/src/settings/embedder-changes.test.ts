import { describe, expect, test } from 'vitest'
import { type EmbedderChange, embedderChanges } from './embedder-changes.ts'
import type { Embedder } from './embedders.ts'

const REST: Embedder = {
  source: 'rest',
  url: 'http://a/',
  request: '{{text}}',
  response: '{{embedding}}',
  documentTemplate: 'x',
  documentTemplateMaxBytes: 400,
  headers: {},
}
const HOSTED: Embedder = { source: 'openAi', model: 'm', documentTemplate: 'x' }
const FRAGMENTS: Embedder = {
  ...REST,
  indexingFragments: { a: { value: 'a' }, b: { value: 'b' } },
  searchFragments: { q: { value: 'q' } },
}

describe('embedderChanges', () => {
  test('adds and removes by name', () => {
    expect(embedderChanges({ b: REST }, { a: REST }, { areSearchablesSame: true })).toEqual([
      { name: 'a', action: 'add', quantize: false },
      { name: 'b', action: 'remove', quantize: false },
    ])
  })

  test.each<[string, Embedder, Partial<Embedder>, EmbedderChange['action'] | null]>([
    ['nothing', REST, {}, null],
    ['a secret', REST, { apiKey: 'k' }, null],
    ['headers', REST, { headers: { a: 'b' } }, null],
    ['a distribution', REST, { distribution: { mean: 0.5, sigma: 0.1 } }, null],
    ['fragments of queries', FRAGMENTS, { searchFragments: { q: { value: 'other' } } }, null],
    ['declared dimensions', REST, { dimensions: 3 }, null],
    ['a lower limit of bytes', REST, { documentTemplateMaxBytes: 10 }, null],
    ['the address of a hosted model', HOSTED, { url: 'http://b/' }, null],
    ['a higher limit of bytes', REST, { documentTemplateMaxBytes: 500 }, 'rerender'],
    ['the template', REST, { documentTemplate: 'y' }, 'rerender'],
    ['the address', REST, { url: 'http://b/' }, 'regenerate'],
    ['the request', REST, { request: { a: '{{text}}' } }, 'regenerate'],
    ['the model', HOSTED, { model: 'n', documentTemplate: 'y' }, 'regenerate'],
    ['dimensions of a hosted model', HOSTED, { dimensions: 8 }, 'regenerate'],
    ['the source', REST, { source: 'ollama' }, 'regenerate'],
    ['a first fragment', REST, { indexingFragments: { a: { value: 1 } } }, 'regenerate'],
    ['a fragment', FRAGMENTS, { indexingFragments: { a: { value: 1 } } }, 'fragments'],
  ])('%s', (_, old, change, action) => {
    expect(actionOf(old, { ...old, ...change })).toBe(action)
  })

  test('names the fragments that changed and those that are gone', () => {
    const indexingFragments = { a: { value: 'other' }, c: { value: 'c' } }
    const changes = embedderChanges(
      { e: FRAGMENTS },
      { e: { ...FRAGMENTS, indexingFragments } },
      { areSearchablesSame: true },
    )
    expect(changes).toEqual([
      { name: 'e', quantize: false, action: 'fragments', changed: ['a', 'c'], removed: ['b'] },
    ])
  })

  test('looks at the indexing part of a composite only', () => {
    const composite: Embedder = {
      source: 'composite',
      searchEmbedder: REST,
      indexingEmbedder: REST,
    }
    const other = { ...REST, url: 'http://b/' }
    expect(actionOf(composite, { ...composite, searchEmbedder: other })).toBeNull()
    expect(actionOf(composite, { ...composite, indexingEmbedder: other })).toBe('regenerate')
  })

  test('renders again when the searchable attributes are others, if there is a template', () => {
    const manual: Embedder = { source: 'userProvided', dimensions: 2 }
    const both = { a: manual, b: REST }
    expect(embedderChanges(both, both, { areSearchablesSame: false })).toEqual([
      { name: 'b', action: 'rerender', quantize: false },
    ])
  })

  test('quantizes once', () => {
    const quantized = { ...REST, binaryQuantized: true }
    const facts = { areSearchablesSame: true }
    expect(embedderChanges({ e: REST }, { e: quantized }, facts)).toEqual([
      { name: 'e', action: 'none', quantize: true },
    ])
    expect(embedderChanges({ e: quantized }, { e: quantized }, facts)).toEqual([])
  })
})

function actionOf(old: Embedder, next: Embedder): EmbedderChange['action'] | null {
  const [change] = embedderChanges({ e: old }, { e: next }, { areSearchablesSame: true })
  return change?.action ?? null
}
