// One field's columns of all segments as a ColumnView.

import { DocSet } from '../bits/doc-set.ts'
import type { ColumnReader } from '../segment/columns/reader.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import { compareWords } from '../bits/word-order.ts'
import type { ColumnPart, ColumnView, StringRanks } from './column-view.ts'

export function createColumnView(
  path: string,
  readers: readonly SegmentReader[],
  bases: readonly number[],
): ColumnView | null {
  const parts: { base: number; docCount: number; column: ColumnReader }[] = []
  for (const [i, reader] of readers.entries()) {
    const column = reader.columns.get(path)
    if (column !== undefined) parts.push({ base: bases[i]!, docCount: reader.docCount, column })
  }
  if (parts.length === 0) return null
  const slots = (docsOf: (column: ColumnReader) => Uint32Array): DocSet => {
    const length = parts.reduce((sum, { column }) => sum + docsOf(column).length, 0)
    const all = new Uint32Array(length)
    let at = 0
    for (const { base, column } of parts) {
      const docs = docsOf(column)
      for (let i = 0; i < docs.length; i++) all[at++] = base + docs[i]!
    }
    return DocSet.fromSorted(all)
  }
  return new LazyColumnView(path, parts.map(partOf), {
    exists: () => slots((column) => column.exists),
    isNull: () => slots((column) => column.isNull),
    isEmpty: () => slots((column) => column.isEmpty),
  })
}

/** The three sets are made when first asked for: sorting and facets never do. */
class LazyColumnView implements ColumnView {
  readonly path: string
  readonly parts: readonly ColumnPart[]
  readonly #make: { exists: () => DocSet; isNull: () => DocSet; isEmpty: () => DocSet }
  #stringRanks: StringRanks | null = null
  #exists: DocSet | null = null
  #isNull: DocSet | null = null
  #isEmpty: DocSet | null = null

  constructor(
    path: string,
    parts: readonly ColumnPart[],
    make: { exists: () => DocSet; isNull: () => DocSet; isEmpty: () => DocSet },
  ) {
    this.path = path
    this.parts = parts
    this.#make = make
  }

  get stringRanks(): StringRanks {
    return (this.#stringRanks ??= rankStrings(this.parts))
  }

  get exists(): DocSet {
    return (this.#exists ??= this.#make.exists())
  }

  get isNull(): DocSet {
    return (this.#isNull ??= this.#make.isNull())
  }

  get isEmpty(): DocSet {
    return (this.#isEmpty ??= this.#make.isEmpty())
  }
}

/** Merges the sorted strings of the parts. */
export function rankStrings(parts: readonly ColumnPart[]): StringRanks {
  const ranks = parts.map(({ stringCount }) => new Uint32Array(stringCount))
  const [only] = parts
  if (parts.length === 1) {
    for (let i = 0; i < only!.stringCount; i++) ranks[0]![i] = i
    return { ranks, valueCount: only!.stringCount }
  }
  const heads = parts.map((part) => (part.stringCount > 0 ? part.string(0) : null))
  const places = parts.map(() => 0)
  let valueCount = 0
  for (;;) {
    let least: string | null = null
    for (const head of heads) {
      if (head !== null && (least === null || compareWords(head, least) < 0)) least = head
    }
    if (least === null) return { ranks, valueCount }
    for (const [i, part] of parts.entries()) {
      if (heads[i] !== least) continue
      const place = places[i]!++
      ranks[i]![place] = valueCount
      heads[i] = place + 1 < part.stringCount ? part.string(place + 1) : null
    }
    valueCount++
  }
}

function partOf({
  base,
  docCount,
  column,
}: {
  base: number
  docCount: number
  column: ColumnReader
}): ColumnPart {
  return {
    base,
    docCount,
    numbers: column.numbers,
    numberStarts: column.numberStarts,
    numberDocs: column.numberDocs,
    stringCount: column.stringCount,
    stringStarts: column.stringStarts,
    stringDocs: column.stringDocs,
    entryStarts: column.entryStarts,
    entries: column.entries,
    isSingleValued: column.isSingleValued,
    text: column.text,
    textStarts: column.textStarts,
    string: (ordinal) => column.string(ordinal),
    stringDisplay: (ordinal) => column.stringDisplay(ordinal),
    isSpelledOneWay: (ordinal) => column.isSpelledOneWay(ordinal),
    findString: (value) => column.findString(value),
  }
}
