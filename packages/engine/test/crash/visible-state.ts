import type { IndexSearcher } from '../../src/index/index-searcher.ts'
import type { IndexWriter } from '../../src/index/index-writer.ts'
import type { Postings } from '../../src/index/searcher.ts'

/** Everything that a user can tell of an index, as plain values to compare. */
export function visibleState(writer: IndexWriter, probes: Probes): unknown {
  const { manifest } = writer
  const searcher = writer.searcher()
  const slots = [...searcher.live.toArray()]
  const documents = slots.map((slot) => {
    const id = searcher.documentId(slot)
    return {
      id,
      number: searcher.documentNumber(slot),
      json: Buffer.from(searcher.documentBytes(slot)).toString(),
      isFound: searcher.findDocument(id) === slot,
      vectors: Object.keys(manifest.settings.embedders).map((name) =>
        searcher.documentVectors(slot, name),
      ),
    }
  })
  return {
    documents: documents.sort((a, b) => a.number - b.number),
    documentCount: [manifest.documentCount, searcher.documentCount],
    settings: manifest.settings,
    primaryKey: manifest.primaryKey,
    fieldDistribution: manifest.fieldDistribution,
    lastBatchUid: manifest.lastBatchUid,
    updatedAtMs: manifest.updatedAtMs,
    words: probes.words.map((word) => [word, occurrences(searcher, searcher.postings(word))]),
    prefixes: probes.prefixes.map((prefix) => [
      prefix,
      searcher.wordsWithPrefix(prefix, 100),
      occurrences(searcher, searcher.prefixPostings(prefix)),
    ]),
    typos: probes.typos.map((word) => searcher.typoWords(word, { isPrefix: false, typosMax: 2 })),
    columns: probes.columns.map((path) => [path, columnValues(searcher, path)]),
  }
}

/** What is asked of an index to tell its state. */
export interface Probes {
  readonly words: readonly string[]
  readonly prefixes: readonly string[]
  readonly typos: readonly string[]
  readonly columns: readonly string[]
}

function occurrences(searcher: IndexSearcher, postings: Postings | null): string[] {
  if (postings === null) return []
  const buffer = { values: new Uint32Array(4) }
  return Array.from(postings.docs, (slot, i) => {
    if (!searcher.live.has(slot)) return []
    const count = searcher.readPositions(postings, i, buffer)
    const places = Array.from(
      buffer.values.subarray(0, count),
      (place) => `${searcher.fields.path(place >>> 16)}@${place & 0xffff}`,
    )
    return `${searcher.documentId(slot)}: ${places.join(' ')}`
  })
    .flat()
    .sort()
}

function columnValues(searcher: IndexSearcher, path: string): string[] {
  const column = searcher.column(path)
  if (column === null) return []
  const found: string[] = []
  for (const part of column.parts) {
    for (let doc = 0; doc < part.docCount; doc++) {
      const slot = part.base + doc
      if (!searcher.live.has(slot) || !column.exists.has(slot)) continue
      const entries = part.entries.subarray(part.entryStarts[doc], part.entryStarts[doc + 1])
      const values = Array.from(entries, (entry) =>
        entry < part.numbers.length
          ? part.numbers[entry]
          : part.string(entry - part.numbers.length),
      )
      found.push(`${searcher.documentId(slot)}: ${JSON.stringify(values)}`)
    }
  }
  return found.sort()
}
