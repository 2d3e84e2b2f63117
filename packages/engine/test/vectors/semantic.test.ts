// Search by meaning through the library, with the numbers of the interface.

import { describe, expect, it } from 'vitest'
import { openIndex, type Index } from '../../src/workers/open-index.ts'

interface ScoredHit {
  readonly id: string
  readonly _rankingScore: number
}

const DOCUMENTS = [
  { id: 'A', title: 'Shazam!', desc: 'a Captain Marvel ersatz', _vectors: { m: [1, 3] } },
  {
    id: 'B',
    title: 'Captain Planet',
    desc: "He's not part of the Marvel Cinematic Universe",
    _vectors: { m: [1, 2] },
  },
  { id: 'C', title: 'Captain Marvel', desc: 'a Shazam ersatz', _vectors: { m: [2, 3] } },
]

async function heroes(embedder: object = {}): Promise<Index> {
  const settings = { embedders: { m: { source: 'userProvided', dimensions: 2, ...embedder } } }
  const index = await openIndex({ settings })
  await index.addDocuments(DOCUMENTS)
  return index
}

async function scores(
  index: Index,
  text: string | null,
  vector: number[],
  semanticRatio: number,
): Promise<{ hits: [string, number][]; count: number | undefined }> {
  const answer = await index.search<ScoredHit>(text, {
    vector,
    hybrid: { embedder: 'm', semanticRatio },
    showRankingScore: true,
  })
  const hits = answer.hits.map(({ id, _rankingScore }): [string, number] => [id, _rankingScore])
  return { hits, count: answer.semanticHitCount }
}

const SIMILARITY = { A: 0.9472135901451111, B: 0.974341630935669, C: 0.9902903437614441 }

describe('hybrid search', () => {
  it('lets words win when they weigh more', async () => {
    const { hits, count } = await scores(await heroes(), 'Captain', [1, 1], 0.2)
    expect(hits).toEqual([
      ['B', 0.9848484848484849],
      ['C', 0.9848484848484849],
      ['A', 0.9242424242424242],
    ])
    expect(count).toBe(0)
  })

  it('merges both lists by their weighted scores, each hit with its own', async () => {
    const { hits, count } = await scores(await heroes(), 'Captain', [1, 1], 0.5)
    expect(hits).toEqual([
      ['C', SIMILARITY.C],
      ['B', 0.9848484848484849],
      ['A', SIMILARITY.A],
    ])
    expect(count).toBe(2)
  })

  it('lets meaning win when it weighs more', async () => {
    const { hits, count } = await scores(await heroes(), 'Captain', [1, 1], 0.8)
    expect(hits.map(([id]) => id)).toEqual(['C', 'B', 'A'])
    expect(count).toBe(3)
  })

  it('is content with words that fill the page well enough, whatever the embedder', async () => {
    const index = await heroes()
    const options = { hybrid: { embedder: 'm', semanticRatio: 0.5 }, limit: 2 }
    const answer = await index.search('Captain', options)
    expect(answer).toMatchObject({ semanticHitCount: 0, estimatedTotalHits: 3 })
  })

  it('goes on with words alone when there is no vector to be had', async () => {
    const answer = await (
      await heroes()
    ).search('Captain', { hybrid: { embedder: 'm', semanticRatio: 0.5 } })
    expect(answer.hits).toHaveLength(3)
    expect(answer.semanticHitCount).toBe(0)
  })
})

describe('search by meaning alone', () => {
  it('orders by similarity', async () => {
    const { hits } = await scores(await heroes(), null, [1, 0], 1)
    expect(hits).toEqual([
      ['C', 0.7773500680923462],
      ['B', 0.7236068248748779],
      ['A', 0.6581138968467712],
    ])
  })

  it('shifts similarities by the distribution of the embedder', async () => {
    const index = await heroes({ distribution: { mean: 0.998, sigma: 0.01 } })
    expect((await scores(index, 'Captain', [1, 1], 1)).hits).toEqual([
      ['C', 0.19161224365234375],
      ['B', 2 ** -23],
      ['A', 2 ** -23],
    ])
  })

  it('fails when there is no vector to be had, and when it has another size', async () => {
    const index = await heroes()
    const hybrid = { embedder: 'm', semanticRatio: 1 }
    await expect(index.search('Captain', { hybrid })).rejects.toMatchObject({
      code: 'vector_embedding_error',
    })
    await expect(index.search(null, { hybrid, vector: [1] })).rejects.toMatchObject({
      code: 'invalid_vector_dimensions',
    })
  })

  it('shows vectors where they are asked for, and the one it was made with', async () => {
    const index = await heroes()
    const answer = await index.search(null, {
      vector: [1, 0],
      hybrid: { embedder: 'm', semanticRatio: 1 },
      retrieveVectors: true,
      attributesToRetrieve: ['id'],
      limit: 1,
    })
    expect(answer.queryVector).toEqual([1, 0])
    expect(answer.hits).toEqual([
      { id: 'C', _vectors: { m: { embeddings: [[2, 3]], regenerate: false } } },
    ])
  })
})

describe('explain', () => {
  it('tells the place and the similarity of a document in a search by meaning', async () => {
    const index = await heroes()
    const options = { vector: [1, 0], hybrid: { embedder: 'm', semanticRatio: 1 } }
    const why = await index.explain(null, 'A', options)
    expect(why).toMatchObject({ isHit: true, position: 3, rankingScore: 0.6581138968467712 })
    expect(why.rules[0]).toMatchObject({ rule: 'vectorSort', similarity: 0.6581138968467712 })
  })
})

describe('similar documents', () => {
  it('are the neighbours, without the document itself', async () => {
    const index = await heroes()
    const { hits, estimatedTotalHits } = await index.similar<ScoredHit>('C', {
      embedder: 'm',
      showRankingScore: true,
    })
    expect(hits.map(({ id }) => id)).toEqual(['B', 'A'])
    expect(estimatedTotalHits).toBe(2)
  })

  it('are compared place by place when documents have several vectors', async () => {
    const index = await heroes()
    await index.addDocuments([
      // the second vector is that of C, but stands in the second place
      {
        id: 'D',
        _vectors: {
          m: [
            [-3, 2],
            [2, 3],
          ],
        },
      },
    ])
    const { hits } = await index.similar<ScoredHit>('C', { embedder: 'm', showRankingScore: true })
    expect(hits.at(-1)).toMatchObject({ id: 'D', _rankingScore: 0.5 })
  })

  it('needs the document and the embedder to be there', async () => {
    const index = await heroes()
    await expect(index.similar('X', { embedder: 'm' })).rejects.toMatchObject({
      code: 'not_found_similar_id',
    })
    await expect(index.similar('A', { embedder: 'x' })).rejects.toMatchObject({
      code: 'invalid_similar_embedder',
    })
  })
})

describe('filters on vectors', () => {
  it('tell documents apart by what their vectors are', async () => {
    const index = await heroes()
    await index.addDocuments([
      { id: 'D', _vectors: { m: null } },
      { id: 'E', _vectors: { m: { regenerate: true, embeddings: [1, 1] } } },
    ])
    const found = async (filter: string): Promise<string[]> => {
      const { hits } = await index.search<{ id: string }>(null, { filter })
      return hits.map(({ id }) => id)
    }
    expect(await found('_vectors EXISTS')).toEqual(['A', 'B', 'C', 'E'])
    expect(await found('_vectors."m" NOT EXISTS')).toEqual(['D'])
    expect(await found('_vectors.m.regenerate EXISTS')).toEqual(['E'])
    expect(
      await found('_vectors.m.userProvided EXISTS AND NOT _vectors.m.regenerate EXISTS'),
    ).toEqual(['A', 'B', 'C'])
    expect(await found('_vectors.m.documentTemplate EXISTS')).toEqual([])
    for (const bad of [
      '_vectors.x EXISTS',
      '_vectors.m.x EXISTS',
      '_vectors.m.fragments EXISTS',
      '_vectors.m.fragments.f EXISTS',
      '_vectors.m.userProvided.regenerate EXISTS',
      '_vectors.m = 1',
      '_vectors. EXISTS',
    ]) {
      await expect(found(bad)).rejects.toMatchObject({ code: 'invalid_search_filter' })
    }
  })
})
