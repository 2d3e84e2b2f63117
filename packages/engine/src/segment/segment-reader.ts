// One immutable segment, opened. Its parts may lie in different files: a settings change rewrites only the part
// that it touches.

import { BoundedMemory } from '../bits/bounded-memory.ts'
import { CorruptIndexError } from '../errors.ts'
import type { SegmentStore } from '../store/segment-store.ts'
import { type ColumnReader, readColumns } from './columns/reader.ts'
import type { DocumentCache } from './documents/document-cache.ts'
import { DocumentWordsReader } from './document-words/reader.ts'
import { DocumentsReader } from './documents/reader.ts'
import { PostingsReader } from './postings/reader.ts'
import { JoinedPrefixes } from './prefixes/joined-prefixes.ts'
import { PrefixesReader } from './prefixes/reader.ts'
import { SegmentFileReader, type SharedSections } from './segment-file.ts'
import { TermsReader } from './terms/reader.ts'
import { findTypos, type TypoMatches } from './terms/typo-walk.ts'
import { EmbedderVectors } from './vectors/reader.ts'
import { WordCountsReader } from './word-counts/reader.ts'

/** Names of the files that hold the parts of a segment. */
export interface SegmentFiles {
  readonly documents: string
  readonly words: string
  readonly columns: string
  /** Per embedder. */
  readonly vectors?: Readonly<Record<string, string>>
}

/** Names of all files of a segment, each once. */
export function namesOf(files: SegmentFiles): string[] {
  const { documents, words, columns, vectors } = files
  return [...new Set([documents, words, columns, ...Object.values(vectors ?? {})])]
}

/** Typos remembered per segment. */
const TYPO_MEMORY_BYTES = 4 << 20
const TYPO_BYTES = 16
const TYPO_OVERHEAD_BYTES = 300

export class SegmentReader {
  readonly docCount: number
  readonly documents: DocumentsReader
  readonly terms: TermsReader
  readonly postings: PostingsReader
  /** Null in segments of earlier versions. */
  readonly documentWords: DocumentWordsReader | null
  /** Null in small segments and those of earlier versions. */
  readonly prefixes: PrefixesReader | null
  readonly joinedPrefixes: JoinedPrefixes
  readonly wordCounts: WordCountsReader
  /** By embedder. */
  readonly vectors: ReadonlyMap<string, EmbedderVectors>
  readonly sizeBytes: number
  readonly #files: readonly SegmentFileReader[]
  readonly #columnsFile: SegmentFileReader
  #columns: ReadonlyMap<string, ColumnReader> | null = null
  readonly #typos = new BoundedMemory<string, TypoMatches>(TYPO_MEMORY_BYTES)

  /** `documentCache` is for readers that are asked for single documents again and again. */
  constructor(
    store: SegmentStore,
    files: SegmentFiles,
    shared: SharedSections,
    documentCache: DocumentCache | null = null,
  ) {
    const opened = new Map<string, SegmentFileReader>()
    const open = (name: string): SegmentFileReader => {
      let file = opened.get(name)
      if (file === undefined) {
        file = new SegmentFileReader(store.open(name), shared)
        opened.set(name, file)
      }
      return file
    }
    try {
      this.documents = new DocumentsReader(open(files.documents), documentCache)
      const words = open(files.words)
      this.terms = new TermsReader(words)
      this.postings = PostingsReader.open(words)
      this.documentWords = DocumentWordsReader.open(words)
      this.prefixes = PrefixesReader.open(words)
      this.wordCounts = new WordCountsReader(words)
      this.#columnsFile = open(files.columns)
      this.docCount = this.documents.count
      requireDocCount(files.words, this.wordCounts.docCount, this.docCount)
      this.joinedPrefixes = new JoinedPrefixes(this.postings, this.docCount)
      requireDocCount(files.words, this.documentWords?.docCount ?? this.docCount, this.docCount)
      const vectors = new Map<string, EmbedderVectors>()
      for (const [embedder, name] of Object.entries(files.vectors ?? {})) {
        const reader = new EmbedderVectors(open(name), embedder)
        requireDocCount(name, reader.docCount, this.docCount)
        vectors.set(embedder, reader)
      }
      this.vectors = vectors
    } catch (error) {
      for (const file of opened.values()) file.close()
      throw error
    }
    this.#files = [...opened.values()]
    this.sizeBytes = this.#files.reduce((sum, file) => sum + file.sizeBytes, 0)
  }

  get columns(): ReadonlyMap<string, ColumnReader> {
    if (this.#columns === null) {
      const columns = readColumns(this.#columnsFile)
      for (const { entryStarts } of columns.values()) {
        requireDocCount(this.#columnsFile.name, entryStarts.length - 1, this.docCount)
      }
      this.#columns = columns
    }
    return this.#columns
  }

  get fieldSets(): readonly Uint16Array[] {
    return this.postings.fieldSets
  }

  /** Terms within one or two typos of a word; remembered, for a walk takes a while and segments do not change. */
  findTypos(
    word: string,
    options: { readonly isPrefix: boolean; readonly typosMax: 1 | 2 },
  ): TypoMatches {
    const key = `${options.typosMax}${options.isPrefix ? 'p' : 'w'}${word}`
    let found = this.#typos.get(key)
    if (found === undefined) {
      found = findTypos(this.terms, word, options)
      this.#typos.set(key, found, found.ordinals.length * TYPO_BYTES + TYPO_OVERHEAD_BYTES)
    }
    return found
  }

  close(): void {
    for (const file of this.#files) file.close()
  }
}

/** Every file may be whole and still not belong to the others: one was put back under the name of another. */
export function requireDocCount(file: string, found: number, expected: number): void {
  if (found === expected) return
  throw new CorruptIndexError({
    file,
    structure: 'documents',
    expected: String(expected),
    found: String(found),
    advice:
      'It is the file of another segment or moment: restore all files from one snapshot or copy.',
  })
}
