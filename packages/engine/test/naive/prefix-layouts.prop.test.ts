// The same answers whether segments have the unions of their prefixes stored, join them when they are asked for, or were
// written by a version that did not know which words a document has.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { IndexSearcher } from '../../src/index/index-searcher.ts'
import { decodeManifest, type Manifest, type SegmentEntry } from '../../src/index/manifest.ts'
import type { Postings } from '../../src/index/searcher.ts'
import { rankDocuments } from '../../src/search/rank-documents.ts'
import { writePrefixes } from '../../src/segment/prefixes/writer.ts'
import { SegmentFileReader, SegmentFileWriter } from '../../src/segment/segment-file.ts'
import { SegmentReader } from '../../src/segment/segment-reader.ts'
import type { MemorySegmentStore } from '../../src/store/memory-segment-store.ts'
import { PLAIN_RANKING } from '../plain-ranking.ts'
import { writeBatches } from './write-batches.ts'

/** How the words of a segment are laid out. */
type Layout = 'earlier' | 'joined' | 'stored'

const EARLIER_SECTIONS = [
  ...['terms.starts', 'terms.bytes', 'postings.starts', 'postings.bytes', 'field-sets'],
  ...['word-counts.starts', 'word-counts.fields', 'word-counts.counts'],
]
const WORD_SECTIONS = ['document-words.starts', 'document-words.codes', 'document-words.terms']

// more words begin with p than a prefix needs to be searched for as a whole
const LETTERS = [...'abcdefghijk']
const MANY = LETTERS.flatMap((a) => LETTERS.map((b) => `p${a}${b}`))
const ALL_OF_THEM = { id: 100, title: MANY.join(' '), body: '' }
const word = fc.oneof(fc.constantFrom(...MANY), fc.constantFrom('x', 'y', 'p', 'pa', 'éa', 'éb'))
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
const document = fc.record({ id: fc.nat(12), title: text, body: text })
const batch = fc.record({
  added: fc.array(document, { minLength: 1, maxLength: 5 }),
  deleted: fc.array(fc.nat(12), { maxLength: 2 }),
})
const layout = fc.constantFrom<Layout>('earlier', 'joined', 'stored')
const query = fc.tuple(
  fc.array(word, { maxLength: 2 }),
  fc.constantFrom('p', 'pa', 'pab', 'pb', 'é', 'x'),
)
const PREFIXES = ['p', 'pa', 'pab', 'pk', 'é', 'x', 'z', '']

test('prefixes are answered alike in every layout', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(batch, { minLength: 1, maxLength: 4 }),
      fc.array(layout, { minLength: 1, maxLength: 4 }),
      fc.array(query, { minLength: 1, maxLength: 3 }),
      async (batches, layouts, queries) => {
        const all = [{ added: [ALL_OF_THEM], deleted: [] }, ...batches]
        const { manifests, segments: store } = await writeBatches(all, {})
        const manifest = decodeManifest((await manifests.read())!)
        const earlier = await searcherOf(manifest, store, ['earlier'])
        const other = await searcherOf(manifest, store, layouts)
        for (const prefix of PREFIXES) {
          expect({ prefix, found: places(other, other.prefixPostings(prefix)) }).toEqual({
            prefix,
            found: places(earlier, earlier.prefixPostings(prefix)),
          })
        }
        for (const [words, prefix] of queries) {
          const options = { ...PLAIN_RANKING, q: [...words, prefix].join(' ') }
          const found = rankDocuments(other, options, other.live)
          const expected = rankDocuments(earlier, options, earlier.live)
          expect(found.slots).toEqual(expected.slots)
          expect(found.scores).toEqual(expected.scores)
          expect(found.candidates.size).toBe(expected.candidates.size)
        }
      },
    ),
    { numRuns: 40 },
  )
})

/** A searcher whose segments have the given layouts in turn. */
async function searcherOf(
  manifest: Manifest,
  store: MemorySegmentStore,
  layouts: readonly Layout[],
): Promise<IndexSearcher> {
  const segments = manifest.segments.map(async (entry, i) => {
    const files = await laidOut(entry, store, layouts[i % layouts.length]!)
    return { entry, reader: new SegmentReader(store, files, new Map()) }
  })
  return new IndexSearcher(manifest, await Promise.all(segments))
}

async function laidOut(
  { files, segmentId }: SegmentEntry,
  store: MemorySegmentStore,
  wanted: Layout,
): Promise<SegmentEntry['files']> {
  const name = `x${segmentId}.${wanted}.seg`
  if ((await store.list()).includes(name)) return { ...files, words: name }
  const source = new SegmentFileReader(store.open(files.words), new Map())
  const file = new SegmentFileWriter()
  for (const section of [...EARLIER_SECTIONS, ...(wanted === 'earlier' ? [] : WORD_SECTIONS)]) {
    file.add(section, source.load(section))
  }
  if (wanted === 'stored') {
    const { terms, postings, docCount } = new SegmentReader(store, files, new Map())
    const everything = { termsMin: 1, postingsMin: 1 }
    const steps = [...writePrefixes(file, terms, postings, docCount, everything)]
    expect(steps).toEqual([])
  }
  await store.put(name, file.finish().parts)
  return { ...files, words: name }
}

/** What a list says: slot, paths of its fields, positions, the first of them. */
function places(searcher: IndexSearcher, postings: Postings | null): unknown {
  const buffer = { values: new Uint32Array(1) }
  return Array.from({ length: postings?.count ?? 0 }, (_, i) => {
    const count = searcher.readPositions(postings!, i, buffer)
    return {
      slot: postings!.docs[i],
      fields: [...searcher.fieldSets[postings!.fieldSets[i]!]!],
      positions: [...buffer.values.subarray(0, count)],
      first: searcher.firstPosition(postings!, i, { values: new Uint32Array(1) }),
    }
  })
}
