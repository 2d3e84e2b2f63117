// Searches that ask for as much work as a query can: common words, short prefixes, synonyms, typos, phrases, and words that
// nobody wrote. Made from the documents they are asked of, the same for the same documents.

import type { SearchRequest } from '@sextant/engine'
import { seededRandom } from './seeded-random.ts'

export interface HardQuery {
  readonly kind: string
  /** What it asks beside the defaults. */
  readonly request: Partial<SearchRequest>
}

export interface HardQueries {
  readonly queries: readonly HardQuery[]
  /** The setting that the queries with synonyms count on. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>
}

const PER_KIND = 25
const COMMON_COUNT = 60
/** A single word takes no more than fifty synonyms; words in a row take them all. */
const SYNONYMS_PER_WORD = 50
const SYNONYMS_PER_PAIR = 300
const SYNONYM_PAIRS = 10
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

type Make = () => string

/** Makes 200 queries, 25 of each kind, for documents with the texts `title` and `description`. */
export function hardQueries(lines: readonly string[]): HardQueries {
  const random = seededRandom()
  const words = wordsByFrequency(lines)
  const common = words.slice(0, COMMON_COUNT)
  const long = words.filter((word) => word.length >= 8).slice(0, 2000)
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const text = (count: number, make: Make): string => Array.from({ length: count }, make).join(' ')
  // the very commonest, so that some phrases are found
  const commonest = (): string => oneOf(common.slice(0, 8))
  const commonWord = (): string => oneOf(common)
  const misspelled = (): string => withTypos(oneOf(long), 2, random)
  const known = new Set(words)
  // one letter away from a short word, which has many neighbours
  const short = words.filter((word) => word.length >= 5 && word.length <= 6).slice(0, 2000)
  const unwritten = (): string => {
    const word = withTypos(oneOf(short), 1, random)
    return known.has(word) ? unwritten() : word
  }
  const texts: Readonly<Record<string, Make>> = {
    'ten common words': () => text(10, commonWord),
    'one letter': () => oneOf([...LETTERS]),
    'common words and a letter': () =>
      `${text(1 + Math.floor(random() * 9), commonWord)} ${oneOf([...LETTERS])}`,
    'synonyms of common words': () => pairs(common, Math.floor(random() * SYNONYM_PAIRS)),
    'two typos in every word': () => text(10, misspelled),
    'phrases of common words': () =>
      `"${text(3 + Math.floor(random() * 7), commonest)}" "${text(2, commonest)}" ${commonWord()}`,
    'words that nobody wrote': () => text(10, unwritten),
  }
  const queries = Object.entries(texts).flatMap(([kind, make]) =>
    Array.from({ length: PER_KIND }, (): HardQuery => ({ kind, request: { q: make() } })),
  )
  const makers = Object.values(texts)
  for (let i = 0; i < PER_KIND; i++) {
    const request = { ...OPTIONS[i % OPTIONS.length], q: makers[i % makers.length]!() }
    queries.push({ kind: 'with everything shown', request })
  }
  return { queries, synonyms: synonymsOf(common, random) }
}

const HIGHLIGHT: Partial<SearchRequest> = {
  attributesToHighlight: ['*'],
  attributesToCrop: ['description'],
  showMatchesPosition: true,
}

const OPTIONS: readonly Partial<SearchRequest>[] = [
  { showRankingScore: true, showRankingScoreDetails: true },
  { ...HIGHLIGHT, limit: 100 },
  { page: 3, hitsPerPage: 50 },
  { matchingStrategy: 'frequency', facets: ['*'] },
  { matchingStrategy: 'all', ...HIGHLIGHT },
  { rankingScoreThreshold: 0.3, page: 1 },
  { attributesToSearchOn: ['description'], showRankingScore: true, limit: 200 },
  { distinct: 'section', page: 1, facets: ['section', 'tags'] },
  { ...HIGHLIGHT, showRankingScoreDetails: true, matchingStrategy: 'frequency', page: 1 },
]

/** Words of at least two letters, the most frequent first. */
function wordsByFrequency(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const { title, description } = JSON.parse(line) as Record<string, unknown>
    for (const [word] of `${String(title)} ${String(description)}`.matchAll(/[a-z]{2,}/giu)) {
      const key = word.toLowerCase()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word)
}

/** Changes letters or puts some in; the first one stays, or nothing would be near. */
function withTypos(word: string, count: number, random: () => number): string {
  let changed = word
  for (let i = 0; i < count; i++) {
    const at = 1 + Math.floor(random() * (changed.length - 1))
    const letter = LETTERS[Math.floor(random() * LETTERS.length)]!
    const isKept = random() < 0.5
    changed = changed.slice(0, at) + letter + changed.slice(isKept ? at : at + 1)
  }
  return changed
}

/** Five pairs of words that have synonyms, one after another. */
function pairs(common: readonly string[], first: number): string {
  return Array.from({ length: 5 }, (_, i) => pair(common, (first + i) % SYNONYM_PAIRS)).join(' ')
}

function pair(common: readonly string[], at: number): string {
  return `${common[2 * at]!} ${common[2 * at + 1]!}`
}

function synonymsOf(common: readonly string[], random: () => number): Record<string, string[]> {
  const phrase = (length: number): string =>
    Array.from({ length }, () => common[Math.floor(random() * common.length)]!).join(' ')
  const phrases = (count: number, lengthMax: number): string[] =>
    Array.from({ length: count }, (_, i) => phrase(2 + (i % (lengthMax - 1))))
  const synonyms: Record<string, string[]> = {}
  for (const word of common) synonyms[word] = phrases(SYNONYMS_PER_WORD, 2)
  for (let at = 0; at < SYNONYM_PAIRS; at++) {
    synonyms[pair(common, at)] = phrases(SYNONYMS_PER_PAIR, 4)
  }
  return synonyms
}
