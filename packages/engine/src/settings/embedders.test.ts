import { describe, expect, test } from 'vitest'
import { InputError } from '../errors.ts'
import { DEFAULT_DOCUMENT_TEMPLATE } from './document-template.ts'
import type { Embedder } from './embedders.ts'
import { applySettingsPatch, parseSettingsPatch, presentSetting } from './settings-patch.ts'
import { DEFAULT_SETTINGS, type SettingFeature, type Settings } from './settings-table.ts'

const TEXTS = { request: ['{{text}}', '{{..}}'], response: ['{{embedding}}', '{{..}}'] }
const REST = { source: 'rest', url: 'http://127.0.0.1:1/', ...TEXTS }
const FRAGMENTS = {
  ...REST,
  dimensions: 8,
  request: ['{{fragment}}', '{{..}}'],
  indexingFragments: { label: { value: '{{doc.name}}' } },
  searchFragments: { words: { value: '{{q}}' } },
}
const COMPOSITE = { source: 'composite', searchEmbedder: REST, indexingEmbedder: REST }

describe('a request by itself', () => {
  test.each<[string, object | string]>([
    ['an embedder that is no object', 'rest'],
    ['an unknown source', { source: 'telepathy' }],
    ['an unknown field', { shape: 'round' }],
    ['a field of another source', { source: 'userProvided', dimensions: 2, model: 'm' }],
    ['a field of another source, even to reset it', { source: 'openAi', revision: null }],
    ['dimensions for the hub', { source: 'huggingFace', dimensions: 8 }],
    ['userProvided without dimensions', { source: 'userProvided' }],
    ['userProvided that resets its dimensions', { source: 'userProvided', dimensions: null }],
    ['ollama without a model', { source: 'ollama' }],
    ['rest without templates', { source: 'rest', url: 'http://127.0.0.1:1/' }],
    ['no dimensions at all', { source: 'userProvided', dimensions: 0 }],
    ['an address that is no URL', { url: 'not a url' }],
    ['an unknown hosted model', { source: 'openAi', model: 'own' }],
    ['too many dimensions', { source: 'openAi', dimensions: 4000 }],
    ['other dimensions', { source: 'openAi', model: 'text-embedding-ada-002', dimensions: 8 }],
    ['a mean outside its range', { distribution: { mean: 2, sigma: 0.1 } }],
    ['a sigma of nothing', { distribution: { mean: 0.5, sigma: 0 } }],
    ['half a distribution', { distribution: { mean: 0.5 } }],
    ['headers that are no strings', { ...REST, headers: { a: 1 } }],
    ['a fragment without value', { ...FRAGMENTS, indexingFragments: { a: {} } }],
    ['a template of no size', { documentTemplate: 'x', documentTemplateMaxBytes: 0 }],
    ['half a composite', { source: 'composite', searchEmbedder: REST }],
    ['a part without source', { ...COMPOSITE, searchEmbedder: { url: 'http://127.0.0.1:1/' } }],
    [
      'a part that gives no vectors',
      { ...COMPOSITE, searchEmbedder: { source: 'userProvided', dimensions: 2 } },
    ],
    ['a part that is a composite', { ...COMPOSITE, indexingEmbedder: COMPOSITE }],
    [
      'a template for queries',
      { ...COMPOSITE, searchEmbedder: { ...REST, documentTemplate: 'x' } },
    ],
    ['a quantized part', { ...COMPOSITE, indexingEmbedder: { ...REST, binaryQuantized: true } }],
    ['an address of a composite', { ...COMPOSITE, url: 'http://127.0.0.1:1/' }],
  ])('refuses %s', (_, embedder) => {
    expect(codeOf(() => parse({ e: embedder }))).toBe('invalid_settings_embedders')
  })

  test('refuses an empty name', () => {
    expect(codeOf(() => parse({ '': REST }))).toBe('invalid_settings_embedders')
  })

  test('names the embedder, the field, the source and what would do', () => {
    expect(() => parse({ e: { source: 'userProvided', dimensions: 2, url: 'http://a/' } })).toThrow(
      'At `.embedders.e` field `url` is not available for source `userProvided`. It belongs to: `openAi`, `ollama`, `rest`. Available: `source`, `dimensions`, `binaryQuantized`, `distribution`.',
    )
  })

  test('needs the features of composites and fragments before anything else', () => {
    const none = new Set<SettingFeature>()
    for (const embedder of [
      { source: 'composite' },
      { source: 'openAi', searchEmbedder: { source: 'ollama', model: 'm' } },
      { source: 'openAi', indexingFragments: { f: { value: 'x' } } },
    ]) {
      const body = { embedders: { e: embedder } }
      expect(codeOf(() => parseSettingsPatch(body, { features: none }))).toBe('feature_not_enabled')
    }
    expect(parseSettingsPatch({ embedders: { e: REST } }, { features: none })).toBeTruthy()
  })

  test('reads templates with the function it is given', () => {
    const checkTemplate = (template: string): string | null =>
      template === 'bad' ? 'it is bad' : null
    const check = (embedder: object): unknown =>
      parseSettingsPatch({ embedders: { e: embedder } }, { checkTemplate })
    expect(codeOf(() => check({ documentTemplate: 'bad' }))).toBe('invalid_settings_embedders')
    const inFragment = { ...FRAGMENTS, searchFragments: { words: { value: { deep: ['bad'] } } } }
    expect(codeOf(() => check(inFragment))).toBe('vector_embedding_error')
    expect(
      codeOf(() => parseSettingsPatch({ chat: { documentTemplate: 'bad' } }, { checkTemplate })),
    ).toBe('invalid_chat_setting_document_template')
    expect(check(FRAGMENTS)).toBeTruthy()
  })

  test('refuses fragments beside a template, and the placeholder of texts beside fragments', () => {
    expect(codeOf(() => parse({ e: { ...FRAGMENTS, documentTemplate: 'x' } }))).toBe(
      'vector_embedding_error',
    )
    expect(codeOf(() => parse({ e: { ...FRAGMENTS, ...TEXTS } }))).toBe('vector_embedding_error')
  })
})

describe('merging', () => {
  test('completes an embedder with the defaults of its source, in the order of the interface', () => {
    const { e, h, r } = embedders(change({ e: {}, h: { source: 'huggingFace' }, r: REST }))
    expect(e).toEqual({
      source: 'openAi',
      model: 'text-embedding-3-small',
      documentTemplate: DEFAULT_DOCUMENT_TEMPLATE,
      documentTemplateMaxBytes: 400,
    })
    expect(h).toMatchObject({ model: 'BAAI/bge-base-en-v1.5', pooling: 'useModel' })
    expect(h).toHaveProperty('revision')
    expect(Object.keys(r ?? {})).toEqual([
      'source',
      'documentTemplate',
      'documentTemplateMaxBytes',
      'url',
      'request',
      'response',
      'headers',
    ])
  })

  test('changes fields one by one, removes embedders by null, keeps the others', () => {
    const first = change({
      a: { source: 'userProvided', dimensions: 2 },
      b: { source: 'userProvided', dimensions: 4 },
    })
    const second = change(
      { a: { distribution: { mean: 0.3, sigma: 0.1 } }, b: null, c: null },
      first,
    )
    expect(embedders(second)).toEqual({
      a: { source: 'userProvided', dimensions: 2, distribution: { mean: 0.3, sigma: 0.1 } },
    })
    expect(embedders(change({ a: { distribution: null } }, second))).toEqual({
      a: { source: 'userProvided', dimensions: 2 },
    })
  })

  test('does not take names of every object for embedders', () => {
    const settings = change({ constructor: { source: 'userProvided', dimensions: 1 } })
    expect(embedders(settings)).toEqual({ constructor: { source: 'userProvided', dimensions: 1 } })
  })

  test('starts from the defaults of a new source, but keeps the template', () => {
    const first = change({ e: { ...REST, documentTemplate: '{{doc.name}}', dimensions: 3 } })
    const second = change({ e: { source: 'ollama', model: 'm' } }, first)
    expect(embedders(second)['e']).toEqual({
      source: 'ollama',
      model: 'm',
      documentTemplate: '{{doc.name}}',
      documentTemplateMaxBytes: 400,
    })
    const third = change({ e: { source: 'userProvided', dimensions: 2 } }, second)
    expect(embedders(third)['e']).toEqual({ source: 'userProvided', dimensions: 2 })
  })

  test('fails when the secret of the old source has no place in the new one', () => {
    const first = change({ e: { ...REST, apiKey: 'secret' } })
    const next = { e: { source: 'userProvided', dimensions: 2 } }
    expect(codeOf(() => change(next, first))).toBe('invalid_settings_embedders')
  })

  test.each<[string, object, object, string]>([
    [
      'a field of another source',
      userProvided(2),
      { url: 'http://a/' },
      'invalid_settings_embedders',
    ],
    [
      'the loss of what is required',
      userProvided(2),
      { dimensions: null },
      'invalid_settings_embedders',
    ],
    [
      'unquantizing',
      { ...userProvided(2), binaryQuantized: true },
      { binaryQuantized: false },
      'invalid_settings_embedders',
    ],
    [
      'dimensions of the model before',
      { model: 'text-embedding-3-large', dimensions: 3072 },
      { model: 'text-embedding-ada-002' },
      'invalid_settings_embedders',
    ],
    [
      'a response that does not repeat',
      REST,
      { response: '{{embedding}}' },
      'vector_embedding_error',
    ],
    ['fragments of documents only', FRAGMENTS, { searchFragments: null }, 'vector_embedding_error'],
    ['fragments without dimensions', FRAGMENTS, { dimensions: null }, 'vector_embedding_error'],
    ['the placeholder of texts', FRAGMENTS, { request: TEXTS.request }, 'vector_embedding_error'],
  ])('refuses %s after a look at what is stored', (_, first, second, code) => {
    const stored = change({ e: first })
    const patch = parse({ e: second })
    expect(codeOf(() => applySettingsPatch(stored, patch, same))).toBe(code)
  })

  test('forgets on request that vectors were quantized', () => {
    const stored = change({ e: { ...userProvided(2), binaryQuantized: true } })
    expect(embedders(change({ e: { binaryQuantized: null } }, stored))['e']).toEqual(
      userProvided(2),
    )
  })

  test('changes fragments by name and shows no template beside them', () => {
    const stored = change({ e: FRAGMENTS })
    const next = change(
      { e: { indexingFragments: { label: null, tall: { value: 1, other: 2 } } } },
      stored,
    )
    expect(embedders(next)['e']?.indexingFragments).toEqual({ tall: { value: 1 } })
    expect(embedders(next)['e']).not.toHaveProperty('documentTemplate')
  })

  test('changes the parts of a composite and masks their secrets', () => {
    const stored = change({ e: COMPOSITE })
    const next = change(
      { e: { searchEmbedder: { apiKey: 'a-secret-of-thirty-characters!' } } },
      stored,
    )
    expect(embedders(next)['e']?.searchEmbedder).toEqual({
      ...REST,
      apiKey: 'a-secret-of-thirty-characters!',
      headers: {},
    })
    expect(presentSetting(next, 'embedders')['e']?.searchEmbedder?.apiKey).toBe('a-secXXXXXX...')
    expect(embedders(next)['e']?.indexingEmbedder).toHaveProperty('documentTemplate')
  })

  test('does not pin another hub model, and pins the default one again', () => {
    const stored = change({ e: { source: 'huggingFace' } })
    const pinned = embedders(stored)['e']?.revision
    expect(pinned).toBeTypeOf('string')
    const other = change({ e: { model: 'other' } }, stored)
    expect(embedders(other)['e']).not.toHaveProperty('revision')
    expect(embedders(change({ e: { model: null } }, other))['e']?.revision).toBe(pinned)
    const own = change({ e: { revision: 'mine' } }, stored)
    expect(embedders(change({ e: { revision: null } }, own))['e']?.revision).toBe(pinned)
  })

  test('has room for 256 embedders and no more', () => {
    const many = Array.from({ length: 256 }, (_, position) => [`e${position}`, userProvided(1)])
    const stored = change(Object.fromEntries(many))
    expect(codeOf(() => change({ more: userProvided(1) }, stored))).toBe(
      'invalid_settings_embedders',
    )
  })
})

describe('masks', () => {
  test.each([
    ['', 'XXX...'],
    ['123456789', 'XXX...'],
    ['1234567890', '12XXXX...'],
    ['1234567890123456789', '12XXXX...'],
    ['12345678901234567890', '123XXXXX...'],
    ['123456789012345678901234567890', '12345XXXXXX...'],
    ['clé-très-secrète-de-démonstration', 'clé-XXXXXX...'],
    ['éééééééééé', 'ééXXXXX...'],
  ])('%j as %s', (apiKey, masked) => {
    expect(presentSetting(change({ e: { apiKey } }), 'embedders')['e']?.apiKey).toBe(masked)
  })
})

function userProvided(dimensions: number): { source: string; dimensions: number } {
  return { source: 'userProvided', dimensions }
}

function parse(value: unknown): ReturnType<typeof parseSettingsPatch> {
  return parseSettingsPatch({ embedders: value })
}

function change(value: object, stored: Settings = DEFAULT_SETTINGS): Settings {
  return applySettingsPatch(stored, parse(value), same)
}

function embedders(settings: Settings): Readonly<Record<string, Embedder>> {
  return settings.embedders
}

function same(word: string): string {
  return word
}

function codeOf(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof InputError) return error.code
    throw error
  }
  return 'accepted'
}
