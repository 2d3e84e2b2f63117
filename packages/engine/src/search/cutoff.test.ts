// Which work of a search looks at the clock, and what comes of it when the time is over at any of these looks. The clock
// stands still, so nothing here depends on the machine.

import { expect, it } from 'vitest'

import { searcherOver } from '../../test/searcher-over.ts'
import type { IndexSearcher } from '../index/index-searcher.ts'
import { runSearch } from './search.ts'
import { SEARCH_DEFAULTS, type SearchRequest } from './search-request.ts'

/** Every place that has to look, as `file function`. One that is missing makes searches late. */
const LOOKS = [
  'index/postings-over-segments.ts PostingsOverSegments.#prefixPart',
  'query/expansion-memory.ts ExpansionMemory.typoWords',
  'query/node-docs.ts NodeDocs.#findWords',
  'query/pair-distance.ts PairFinder.#near',
  'query/pair-distance.ts PairFinder.find',
  'query/phrase-docs.ts PhraseDocs.#findIn',
  'rank/bucket-sort.ts BucketSort.#sort',
  'rank/neighbours.ts Neighbours.columns',
  'rank/neighbours.ts Neighbours.pathCosts',
  'rank/owned-buckets.ts OwnedBuckets.#nextState',
  'rank/path-costs.ts costPaths',
  'rank/rules/attribute-rank.ts AttributeRankRule.fill',
  'rank/rules/exact-attribute.ts costsOfOne',
  'rank/rules/exact-attribute.ts findCandidates',
  'rank/rules/word-position.ts WordPositionRule.fill',
  'rank/step-positions.ts StepPositions.locate',
  'rank/words-groups.ts splitByNodes',
  // the time that making a vector may take
  'search/semantic.ts rankByMeaning',
  'segment/prefixes/joined-prefixes.ts JoinedPrefixes.#join',
  'vector/vector-part.ts VectorPart.#scan',
]

const QUERIES: readonly Partial<SearchRequest>[] = [
  { q: 'red kite' },
  { q: 'red kite', attributesToSearchOn: ['title'] },
  { q: 'rde kiet over ' },
  { q: 'sunflower hill' },
  { q: '"red kite over" sky' },
  { q: 'sky -"red kite"' },
  { q: 'red kite blue sky over hill', matchingStrategy: 'frequency' },
  { q: 'red kite blue sk', matchingStrategy: 'all' },
  { q: 'w' },
  { q: 'red', vector: [1, 0], hybrid: { embedder: 'own', semanticRatio: 0.8 } },
]

/** More than are looked at between two looks, so that every loop takes several. */
const DOCUMENT_COUNT = 9000

const WORDS = ['red', 'kite', 'kites', 'blue', 'sky', 'over', 'hill', 'sun', 'flower']

/** Most have `red kite`; together they have many words that begin with `w`. */
function makeDocument(id: number): object {
  const word = (step: number): string => WORDS[(id * 7 + step * (1 + (id % 5))) % WORDS.length]!
  const title = Array.from({ length: 1 + (id % 6) }, (_, i) => word(i)).join(' ')
  return { id, title, body: `red kite w${id % 300}`, _vectors: { own: [id % 7, 1] } }
}

function open(documentCount: number): Promise<IndexSearcher> {
  const documents = Array.from({ length: documentCount }, (_, id) => makeDocument(id))
  return searcherOver(documents, {
    searchableAttributes: ['title', 'body'],
    synonyms: { hill: ['blue sky'] },
    embedders: { own: { source: 'userProvided', dimensions: 2 } },
  })
}

/** Runs a search to its last look; `look` gives the time. */
function run(searcher: IndexSearcher, query: Partial<SearchRequest>, look: () => number) {
  const request = { ...SEARCH_DEFAULTS, showRankingScore: true, ...query }
  const { ranked } = runSearch(searcher, request, look, 0)
  ranked.matchWords()
  return ranked
}

it('is all work that may take long', async () => {
  const searcher = await open(DOCUMENT_COUNT)
  const seen = new Set<string>()
  for (const query of QUERIES) run(searcher, query, () => (seen.add(whoLooks()), 0))
  expect([...seen].toSorted()).toEqual(LOOKS)
})

it.each(QUERIES)('may end at any look: %j', async (query) => {
  const all = new Set(run(await open(20), { ...query, limit: 20 }, () => 0).slots)
  let lookCount = 0
  run(await open(20), query, () => (lookCount++, 0))
  for (let last = 0; last < lookCount; last++) {
    // a searcher that remembers nothing: what is remembered is not looked for
    const searcher = await open(20)
    let looks = 0
    const { slots } = run(searcher, query, () => (++looks > last ? 1 : 0))
    expect(new Set(slots).size).toBe(slots.length)
    expect(slots.filter((slot) => !all.has(slot))).toEqual([])
    // nothing goes on for long after it
    expect(looks - last).toBeLessThan(10)
  }
})

/** The innermost function above the time limit itself. */
function whoLooks(): string {
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  const frame = frames.find((line) => !/time-limit|cutoff\.test|search\/search\.ts/.test(line))
  const [, name, file] = /at (?:new )?(\S+) \(.*\/src\/(.*?):\d+/.exec(frame ?? '') ?? []
  return `${file} ${name}`
}
