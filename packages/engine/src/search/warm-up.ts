// Searches that nobody asked for, made of the index's own documents: a thread that has run them answers its first users as
// fast as later ones. Its code is compiled by then, and the dictionary, the frequent words and the columns are in memory.

import type { IndexSearcher } from '../index/index-searcher.ts'
import { isAtOrBelow } from '../settings/attribute-selection.ts'
import { completeSearch, type SearchRequest } from './search-request.ts'

const decoder = new TextDecoder()
const WORD = /[\p{L}\p{N}]{3,}/gu
/** Characters of a document that words are taken from. */
const TEXT_MAX = 400
const FACETS_MAX = 3

/** Searches of all common kinds over documents spread through the index; lazily, `documentCount` documents long. */
export function* warmUpSearches(
  searcher: IndexSearcher,
  documentCount: number,
): Generator<SearchRequest> {
  const step = Math.max(1, searcher.slotCount / documentCount)
  for (let at = 0; at < searcher.slotCount; at += step) {
    const slot = Math.floor(at)
    if (!searcher.live.has(slot)) continue
    const bytes = searcher.documentBytes(slot)
    const document = JSON.parse(decoder.decode(bytes)) as Readonly<Record<string, unknown>>
    for (const search of searchesFrom(document, searcher)) yield completeSearch(search)
  }
}

function* searchesFrom(
  document: Readonly<Record<string, unknown>>,
  searcher: IndexSearcher,
): Generator<Partial<SearchRequest>> {
  const words = wordsOf(document, searcher)
  const [first = '', second = '', third = ''] = words
  yield { q: first }
  yield { q: `${first} ${second}` }
  yield { q: `${second} ${third.slice(0, -1)}` }
  yield { q: swapped(second) }
  yield { q: `${swapped(first)} ${swapped(third)}` }
  yield { q: words.slice(0, 4).join(' ') }
  yield { q: words.slice(0, 10).join(' ') }
  yield { q: `"${first} ${second}" ${third}` }
  yield { q: `${first} -${third}` }
  yield { q: third.slice(0, 2) }
  yield { q: first, page: 2, hitsPerPage: 20 }
  yield {
    q: `${first} ${third}`,
    attributesToHighlight: ['*'],
    attributesToCrop: ['*'],
    showMatchesPosition: true,
    showRankingScore: true,
  }
  yield* selections(document, searcher, second)
}

/** Filters, facets and orders, as far as the settings allow them. */
function* selections(
  document: Readonly<Record<string, unknown>>,
  { settings }: IndexSearcher,
  word: string,
): Generator<Partial<SearchRequest>> {
  const attributes = settings.filterableAttributes.filter((one) => typeof one === 'string')
  const facets = attributes.filter((name) => !name.startsWith('_')).slice(0, FACETS_MAX)
  const filter = conditionsOf(document, attributes).slice(0, 2)
  const sortable = settings.sortableAttributes.find((name) => !name.startsWith('_'))
  const sort = sortable === undefined ? null : [`${sortable}:desc`]
  if (facets.length > 0) yield { q: '', facets }
  if (filter.length > 0) {
    yield { q: '', filter: filter.join(' OR '), facets, sort }
    yield { q: word, filter: filter.join(' AND '), sort }
    yield { q: '', filter: filter.at(-1), facets }
  }
  const place = placeOf(document)
  if (place === null || !attributes.includes('_geo')) return
  const isSorted = settings.sortableAttributes.includes('_geo')
  yield {
    filter: `_geoRadius(${place}, 100000)`,
    sort: isSorted ? [`_geoPoint(${place}):asc`] : null,
  }
}

function conditionsOf(
  document: Readonly<Record<string, unknown>>,
  attributes: readonly string[],
): string[] {
  return attributes.flatMap((name) => {
    const value = document[name]
    if (typeof value === 'number') return [`${name} > ${value}`]
    return typeof value === 'string' ? [`${name} = ${JSON.stringify(value)}`] : []
  })
}

function placeOf(document: Readonly<Record<string, unknown>>): string | null {
  const place = document['_geo'] as { lat?: unknown; lng?: unknown } | null | undefined
  if (typeof place?.lat !== 'number' || typeof place.lng !== 'number') return null
  return `${place.lat}, ${place.lng}`
}

/** Words of the searched texts at the top of a document, in order. */
function wordsOf(
  document: Readonly<Record<string, unknown>>,
  { settings }: IndexSearcher,
): string[] {
  const { searchableAttributes } = settings
  const isSearched = (name: string): boolean =>
    searchableAttributes.some((one) => one === '*' || isAtOrBelow(name, one))
  let text = ''
  for (const [name, value] of Object.entries(document)) {
    if (typeof value === 'string' && isSearched(name)) text += `${value} `
    if (text.length > TEXT_MAX) break
  }
  return text.slice(0, TEXT_MAX).match(WORD) ?? []
}

/** The word with two letters exchanged: a typo. */
function swapped(word: string): string {
  const middle = word.length >>> 1
  return (
    word.slice(0, middle - 1) +
    word.charAt(middle) +
    word.charAt(middle - 1) +
    word.slice(middle + 1)
  )
}
