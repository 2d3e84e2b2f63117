import { afterEach, describe, expect, it } from 'vitest'

import type { Embedder as EmbedderSettings } from '../settings/embedders.ts'
import { createEmbedder } from './create-embedder.ts'
import {
  type Received,
  type Reply,
  type EmbeddingServer,
  startEmbeddingServer,
  testContext,
} from '../../test/embedding-server.ts'

let server: EmbeddingServer
afterEach(() => server.close())

const start = async (reply: (request: Received) => Reply | Promise<Reply>) => {
  server = await startEmbeddingServer(reply)
}

/** A vector that tells texts apart: its length and its first letter. */
const vectorOf = (text: string) => [text.length, text.charCodeAt(0) || 0]
const inputsOf = (request: Received) => (request.body as { input: string[] }).input
const answerAll = (request: Received): Reply => ({
  body: { vectors: inputsOf(request).map(vectorOf) },
})

const rest = (more: Partial<EmbedderSettings> = {}): EmbedderSettings => ({
  source: 'rest',
  url: `${server.url}/rest`,
  request: { input: ['{{text}}', '{{..}}'] },
  response: { vectors: ['{{embedding}}', '{{..}}'] },
  dimensions: 2,
  ...more,
})

const texts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ text: 'x'.repeat(at + 1) }))

const codeAndMessage = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: { code: string; message: string }) => reason,
  )
  return `${error?.code}: ${error?.message}`
}

describe('rest', () => {
  it('sends ten texts at a time and gives vectors in order', async () => {
    await start(answerAll)
    const embedder = await createEmbedder('e', rest(), testContext())
    const vectors = await embedder.embedDocuments(texts(25))
    expect(vectors.map(([length]) => length)).toEqual(texts(25).map(({ text }) => text.length))
    expect(
      server.received.map((request) => inputsOf(request).length).toSorted((a, b) => b - a),
    ).toEqual([10, 10, 5])
  })

  it('sends one text at a time where the request takes one, 40 together', async () => {
    const waiting: (() => void)[] = []
    await start(async (request) => {
      // the first ones are answered when 40 of them are there
      if (server.received.length < 40) await new Promise<void>((resolve) => waiting.push(resolve))
      for (const resolve of waiting.splice(0)) resolve()
      return { body: { vector: vectorOf((request.body as { text: string }).text) } }
    })
    const settings = rest({ request: { text: '{{text}}' }, response: { vector: '{{embedding}}' } })
    const embedder = await createEmbedder('e', settings, testContext())
    expect(await embedder.embedDocuments(texts(90))).toHaveLength(90)
    expect(server.received).toHaveLength(90)
    expect(server.inFlightMax()).toBe(40)
  })

  it('keeps the rest of the request and lets given headers win', async () => {
    await start(answerAll)
    const settings = rest({
      request: { input: ['{{text}}', '{{..}}', 'dropped'], model: 'm', deep: { keep: [1, null] } },
      apiKey: 'key',
      headers: { Authorization: 'Basic x', 'X-Shelf': '7' },
    })
    await (await createEmbedder('e', settings, testContext())).embedDocuments([{ text: 'a' }])
    const [request] = server.received
    expect(request?.body).toEqual({ input: ['a'], model: 'm', deep: { keep: [1, null] } })
    expect(request?.headers).toMatchObject({
      authorization: 'Basic x',
      'x-shelf': '7',
      'content-type': 'application/json',
    })
  })

  it('sends the key as a bearer token', async () => {
    await start(answerAll)
    const embedder = await createEmbedder('e', rest({ apiKey: 'key' }), testContext())
    await embedder.embedQuery({ text: 'a' })
    expect(server.received[0]?.headers.authorization).toBe('Bearer key')
  })

  it('takes bare templates', async () => {
    await start((request) => ({ body: [vectorOf(String(request.body))] }))
    const settings = rest({ request: '{{text}}', response: ['{{embedding}}'] })
    const embedder = await createEmbedder('e', settings, testContext())
    expect(await embedder.embedQuery({ text: 'abc' })).toEqual(new Float32Array([3, 97]))
    expect(server.received[0]?.body).toBe('abc')
  })

  it('finds out the dimensions with one text when they are not given', async () => {
    await start(answerAll)
    const { dimensions: _, ...settings } = rest()
    expect((await createEmbedder('e', settings, testContext())).dimensions).toBe(2)
    expect(server.received.map(inputsOf)).toEqual([['test']])
  })

  it('is not made when the dimensions cannot be found out', async () => {
    await start(() => ({ status: 400, body: 'no' }))
    const { dimensions: _, ...settings } = rest()
    expect(await codeAndMessage(createEmbedder('e', settings, testContext()))).toBe(
      'vector_embedding_error: Embedder `e`: user error: could not find out the dimensions: the server answered with status 400: `no`',
    )
  })
})

describe('failures', () => {
  const failing = async (reply: (request: Received) => Reply, settings = {}) => {
    await start(reply)
    const context = testContext()
    const embedder = await createEmbedder('e', rest(settings), context)
    const said = await codeAndMessage(embedder.embedDocuments([{ text: 'a' }]))
    return { said, context }
  }

  it('a server that is too busy is asked again, and may succeed', async () => {
    let calls = 0
    await start((request) => (++calls <= 2 ? { status: 429, body: '' } : answerAll(request)))
    const context = testContext()
    const embedder = await createEmbedder('e', rest(), context)
    const problems: (string | null)[] = []
    const onRequest = (problem: string | null) => void problems.push(problem)
    expect(await embedder.embedDocuments([{ text: 'a' }], { onRequest })).toHaveLength(1)
    expect(server.received).toHaveLength(3)
    // half of 100 + 1 and of 100 + 10
    expect(context.waits).toEqual([50.5, 55])
    const problem = 'the server answered with status 429'
    expect(problems).toEqual([problem, problem, null])
  })

  it('a server that fails is asked eleven times, ever more slowly', async () => {
    const { said, context } = await failing(() => ({ status: 500, body: 'oh' }))
    expect(server.received).toHaveLength(11)
    expect(context.waits).toEqual([0.5, 5, 50, 500, 5000, 30_000, 30_000, 30_000, 30_000, 30_000])
    expect(said).toBe(
      'vector_embedding_error: Embedder `e`: runtime error: the server answered with status 500: `oh`',
    )
  })

  it.each([
    [400, 'user error: the server answered with status 400: `x`'],
    [401, 'user error: the server answered with status 401: `x`; check `apiKey`'],
    [403, 'error: the server answered with status 403: `x`'],
    [404, 'error: the server answered with status 404: `x`'],
  ])('%i is final', async (status, message) => {
    const { said } = await failing(() => ({ status, body: 'x' }))
    expect(said).toContain(`Embedder \`e\`: ${message}`)
    expect(server.received).toHaveLength(1)
  })

  it('what is not JSON is asked for again', async () => {
    const { said } = await failing(() => ({ body: '<html>' }))
    expect(said).toContain("runtime error: the server's answer is not JSON: `<html>`")
    expect(server.received).toHaveLength(11)
  })

  it.each([
    [
      { vektors: [] },
      'while looking for the array of vectors: `response` has no key `vectors`; did you mean `vektors`?',
    ],
    [[1], '`response` must be an object with the key `vectors`, but it is an array of size 1'],
    [
      { vectors: { a: 1 } },
      '`response.vectors` must be the array of vectors, but it is an object with 1 fields',
    ],
    [{ vectors: [] }, '`response.vectors` must have 1 items, one per input, but it has 0'],
    [
      { vectors: ['x'] },
      'item #0 of the array, `response.vectors[0]`, must be an array of numbers, but it is `"x"`',
    ],
    [{ vectors: [[1, null]] }, 'must be an array of numbers, but `[1]` is `null`'],
    [{ vectors: [[1, 2, 3]] }, 'vectors of 2 dimensions were expected, but one of 3 came'],
  ])('an answer of another shape is final: %j', async (body, message) => {
    const { said } = await failing(() => ({ body }))
    expect(said).toContain('vector_embedding_error: Embedder `e`: runtime error: ')
    expect(said).toContain(message)
    expect(server.received).toHaveLength(1)
  })

  it('a wish for patience is heard, within bounds', async () => {
    let calls = 0
    await start((request) => {
      const retryAfter = calls === 0 ? '3' : '100000'
      return ++calls <= 2 ? { status: 503, body: '', retryAfter } : answerAll(request)
    })
    const context = testContext()
    await (await createEmbedder('e', rest(), context)).embedDocuments([{ text: 'a' }])
    expect(context.waits).toEqual([3000, 60_000])
  })

  it('a server that does not answer is given up on after a while', async () => {
    await start(() => 'silence')
    const name = 'MEILI_EXPERIMENTAL_REST_EMBEDDER_TIMEOUT_SECONDS'
    const context = testContext({ environment: { [name]: '0' } })
    const embedder = await createEmbedder('e', rest(), context)
    expect(await codeAndMessage(embedder.embedDocuments([{ text: 'a' }]))).toContain(
      `runtime error: could not reach \`${server.url}/rest\``,
    )
    expect(context.waits).toHaveLength(10)
  })

  it('the first failure ends the other calls', async () => {
    await start((request) =>
      inputsOf(request)[0] === 'x' ? { status: 403, body: 'no' } : 'silence',
    )
    const embedder = await createEmbedder('e', rest(), testContext())
    expect(await codeAndMessage(embedder.embedDocuments(texts(300)))).toContain('status 403')
  })

  it('an abort ends calls and waits, with its own reason', async () => {
    await start(() => 'silence')
    const embedder = await createEmbedder('e', rest(), testContext())
    const controller = new AbortController()
    const { signal } = controller
    const work = embedder.embedDocuments(texts(20), { signal })
    controller.abort(new Error('canceled'))
    await expect(work).rejects.toThrow('canceled')
    await expect(embedder.embedDocuments(texts(1), { signal })).rejects.toThrow('canceled')
  })
})

describe('queries', () => {
  it('no try starts after the deadline', async () => {
    await start(() => ({ status: 500, body: '' }))
    let left = 100
    const context = testContext({ wait: async (ms) => void (left -= ms) })
    const embedder = await createEmbedder('e', rest(), context)
    const query = embedder.embedQuery({ text: 'a' }, { remainingMs: () => left })
    expect(await codeAndMessage(query)).toContain('status 500')
    expect(server.received).toHaveLength(4)
    left = 0
    const late = embedder.embedQuery({ text: 'a' }, { remainingMs: () => left })
    expect(await codeAndMessage(late)).toContain('no time was left')
    expect(server.received).toHaveLength(4)
  })

  it('the vectors of the last queries are kept, long texts are not', async () => {
    await start(answerAll)
    const embedder = await createEmbedder('e', rest(), testContext({ queryCacheEntries: 2 }))
    const long = 'z'.repeat(2001)
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b', long, long]) {
      expect(await embedder.embedQuery({ text })).toEqual(new Float32Array(vectorOf(text)))
    }
    expect(server.received.map((request) => inputsOf(request)[0])).toEqual([
      'a',
      'b',
      'c',
      'b',
      long,
      long,
    ])
  })

  it('none is kept unless it is asked for', async () => {
    await start(answerAll)
    const embedder = await createEmbedder('e', rest(), testContext())
    await embedder.embedQuery({ text: 'a' })
    await embedder.embedQuery({ text: 'a' })
    expect(server.received).toHaveLength(2)
  })
})

describe('fragments', () => {
  const withFragments = () =>
    rest({
      request: { input: ['{{fragment}}', '{{..}}'] },
      indexingFragments: { label: { value: '{{doc.name}}' } },
      searchFragments: {
        words: { value: '{{q}}' },
        picture: { value: { image: '{{media.image}}' } },
      },
    })

  it('are sent as the JSON they are', async () => {
    await start(() => ({ body: { vectors: [[1, 2]] } }))
    const embedder = await createEmbedder('e', withFragments(), testContext())
    await embedder.embedDocuments([{ fragment: { image: 'x', size: 2 } }])
    await embedder.embedQuery({ text: 'rose' })
    await embedder.embedQuery({ media: { image: 'y' } })
    expect(server.received.map(inputsOf)).toEqual([
      [{ image: 'x', size: 2 }],
      ['rose'],
      [{ image: 'y' }],
    ])
  })

  it('exactly one must fit a query', async () => {
    await start(answerAll)
    const embedder = await createEmbedder('e', withFragments(), testContext())
    expect(await codeAndMessage(embedder.embedQuery({ media: { other: 1 } }))).toBe(
      'vector_embedding_error: Embedder `e`: user error: one of `searchFragments` must fit the query, but none did. Query: `q`: absent, `media`: `{"other":1}`',
    )
    const both = embedder.embedQuery({ text: 'rose', media: { image: 'y' } })
    expect(await codeAndMessage(both)).toContain('but both `words` and `picture` did')
  })

  it('media need them', async () => {
    await start(answerAll)
    const embedder = await createEmbedder('e', rest(), testContext())
    expect(await codeAndMessage(embedder.embedQuery({ media: {} }))).toContain(
      'user error: `media` cannot be searched for',
    )
  })
})

describe('openAi', () => {
  const answerOpenAi = (request: Received): Reply => ({
    body: { data: inputsOf(request).map((text) => ({ embedding: vectorOf(text) })) },
  })
  const openAi = (more: Partial<EmbedderSettings> = {}): EmbedderSettings => ({
    source: 'openAi',
    url: `${server.url}/v1/embeddings`,
    model: 'text-embedding-3-small',
    dimensions: 2,
    ...more,
  })

  it('speaks its form and asks nothing to be made', async () => {
    await start(answerOpenAi)
    const embedder = await createEmbedder('e', openAi({ apiKey: 'k' }), testContext())
    expect(server.received).toHaveLength(0)
    expect(embedder.distribution).toEqual({ mean: 0.75, sigma: 0.1 })
    expect(await embedder.embedDocuments(texts(11))).toHaveLength(11)
    expect(server.received[0]?.headers.authorization).toBe('Bearer k')
    expect(server.received[1]?.body).toEqual({
      model: 'text-embedding-3-small',
      input: ['x'.repeat(11)],
      dimensions: 2,
    })
  })

  it('leaves out the dimensions that are the model’s own', async () => {
    await start((request) => ({
      body: { data: inputsOf(request).map(() => ({ embedding: Array(1536).fill(0) })) },
    }))
    const model = 'text-embedding-ada-002'
    const settings = openAi({ model, dimensions: 1536 })
    await (await createEmbedder('e', settings, testContext())).embedQuery({ text: 'a' })
    expect(server.received[0]?.body).toEqual({ model, input: ['a'] })
  })

  it('takes its key from the environment when the settings have none', async () => {
    await start(answerOpenAi)
    const environment = { OPENAI_API_KEY: 'second', MEILI_OPENAI_API_KEY: 'first' }
    const embedder = await createEmbedder('e', openAi(), testContext({ environment }))
    await embedder.embedQuery({ text: 'a' })
    expect(server.received[0]?.headers.authorization).toBe('Bearer first')
  })

  it('says where a key can be set', async () => {
    await start(() => ({ status: 401, body: '' }))
    const embedder = await createEmbedder('e', openAi(), testContext())
    expect(await codeAndMessage(embedder.embedQuery({ text: 'a' }))).toContain('OPENAI_API_KEY')
  })

  it('cuts texts that are too long, each on its own', async () => {
    await start((request) => {
      const input = inputsOf(request) as unknown[]
      if (input.length === 2) return { status: 400, body: 'too long' }
      const isCut = typeof input[0] === 'number'
      return { body: { data: [{ embedding: isCut ? [input.length, 0] : [0, 1] }] } }
    })
    const embedder = await createEmbedder('e', openAi(), testContext())
    const long = 'rose <|endoftext|> '.repeat(3000)
    const vectors = await embedder.embedDocuments([{ text: 'short' }, { text: long }])
    expect(vectors).toEqual([new Float32Array([0, 1]), new Float32Array([8191, 0])])
    expect(server.received[1]?.body).toMatchObject({ input: ['short'] })
  })
})

describe('ollama', () => {
  const ollama = (path: string, more: Partial<EmbedderSettings> = {}): EmbedderSettings => ({
    source: 'ollama',
    model: 'm',
    url: server.url + path,
    ...more,
  })

  it('sends one text to /api/embeddings', async () => {
    await start(() => ({ body: { embedding: [1, 2] } }))
    const embedder = await createEmbedder('e', ollama('/api/embeddings'), testContext())
    expect(embedder.dimensions).toBe(2)
    await embedder.embedDocuments(texts(2))
    expect(server.received.map(({ body }) => body)).toEqual([
      { model: 'm', prompt: 'test' },
      { model: 'm', prompt: 'x' },
      { model: 'm', prompt: 'xx' },
    ])
  })

  it('sends ten to /api/embed', async () => {
    await start((request) => ({ body: { embeddings: inputsOf(request).map(vectorOf) } }))
    const settings = ollama('/v1/api/embed', { dimensions: 2 })
    await (await createEmbedder('e', settings, testContext())).embedDocuments(texts(11))
    expect(server.received.map((request) => inputsOf(request).length)).toEqual([10, 1])
  })

  it('refuses other addresses, and tells when the model is missing', async () => {
    await start(() => ({ status: 404, body: 'model not found' }))
    expect(await codeAndMessage(createEmbedder('e', ollama('/rest'), testContext()))).toContain(
      'must end in `/api/embed` or `/api/embeddings`',
    )
    const embedder = await createEmbedder(
      'e',
      ollama('/api/embed', { dimensions: 2 }),
      testContext(),
    )
    expect(await codeAndMessage(embedder.embedQuery({ text: 'a' }))).toContain(
      'user error: the server does not have the model `m`; pull it first',
    )
  })

  it('is looked for where the environment says', async () => {
    await start((request) => ({ body: { embeddings: inputsOf(request).map(vectorOf) } }))
    const environment = { MEILI_OLLAMA_URL: `${server.url}/api/embed` }
    const settings: EmbedderSettings = { source: 'ollama', model: 'm' }
    await createEmbedder('e', settings, testContext({ environment }))
    expect(server.received).toHaveLength(1)
  })
})

describe('userProvided', () => {
  it('embeds nothing', async () => {
    await start(answerAll)
    const settings: EmbedderSettings = { source: 'userProvided', dimensions: 3 }
    const embedder = await createEmbedder('hand', settings, testContext())
    expect(embedder.dimensions).toBe(3)
    expect(await embedder.embedDocuments([])).toEqual([])
    expect(await codeAndMessage(embedder.embedDocuments([{ text: 'a' }]))).toContain(
      'vector_embedding_error: Embedder `hand`: user error',
    )
    const query = await codeAndMessage(embedder.embedQuery({ text: 'r'.repeat(300) }))
    expect(query).toContain('rrr…')
    expect(query.length).toBeLessThan(400)
  })
})

describe('composite', () => {
  const composite = (search: EmbedderSettings, indexing: EmbedderSettings): EmbedderSettings => ({
    source: 'composite',
    searchEmbedder: search,
    indexingEmbedder: indexing,
  })

  it('uses one part for documents and the other for queries, once they agree', async () => {
    await start((request) => {
      const { input } = request.body as { input: string[] | string }
      if (typeof input === 'string') return { body: { vectors: vectorOf(input) } }
      return { body: { vectors: input.map(vectorOf) } }
    })
    // a part that takes one text at a time is asked three times
    const search = rest({
      url: `${server.url}/search`,
      request: { input: '{{text}}' },
      response: { vectors: '{{embedding}}' },
    })
    const indexing = rest({ url: `${server.url}/index` })
    const embedder = await createEmbedder('e', composite(search, indexing), testContext())
    const paths = () => server.received.map(({ path }) => path)
    expect(paths().toSorted()).toEqual(['/index', '/search', '/search', '/search'])
    await embedder.embedDocuments([{ text: 'a' }])
    await embedder.embedQuery({ text: 'b' })
    expect(paths().slice(4)).toEqual(['/index', '/search'])
  })

  it('is not made of parts of different sizes', async () => {
    await start(answerAll)
    const settings = composite(rest({ dimensions: 3 }), rest())
    expect(await codeAndMessage(createEmbedder('e', settings, testContext()))).toContain(
      'user error: `searchEmbedder` has 3 dimensions and `indexingEmbedder` has 2',
    )
  })

  it('is not made of parts that disagree', async () => {
    await start((request) =>
      request.path === '/other'
        ? { body: { vectors: inputsOf(request).map(() => [0, 1]) } }
        : { body: { vectors: inputsOf(request).map(() => [1, 1]) } },
    )
    const settings = composite(rest({ url: `${server.url}/other` }), rest())
    const said = await codeAndMessage(createEmbedder('e', settings, testContext()))
    expect(said).toContain('are at a distance of 0.146')
    expect(said).toContain('check that both use the same model')
  })

  it('takes its own distribution, or that of the part that searches', async () => {
    await start((request) => ({
      body:
        request.path === '/hosted'
          ? { data: inputsOf(request).map((text) => ({ embedding: vectorOf(text) })) }
          : { vectors: inputsOf(request).map(vectorOf) },
    }))
    const hosted: EmbedderSettings = {
      source: 'openAi',
      url: `${server.url}/hosted`,
      model: 'text-embedding-3-large',
      dimensions: 2,
    }
    const settings = composite(hosted, rest())
    const embedder = await createEmbedder('e', settings, testContext())
    expect(embedder.distribution).toEqual({ mean: 0.7, sigma: 0.1 })
    const distribution = { mean: 0.2, sigma: 0.3 }
    const own = await createEmbedder('e', { ...settings, distribution }, testContext())
    expect(own.distribution).toEqual(distribution)
  })
})
