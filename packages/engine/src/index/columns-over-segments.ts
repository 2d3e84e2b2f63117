// One field's columns of all segments as a ColumnView.

import { DocSet } from '../bits/doc-set.ts'
import type { ColumnReader } from '../segment/columns/reader.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import type { ColumnPart, ColumnView } from './column-view.ts'

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
    string: (ordinal) => column.string(ordinal),
    stringDisplay: (ordinal) => column.stringDisplay(ordinal),
    isSpelledOneWay: (ordinal) => column.isSpelledOneWay(ordinal),
    findString: (value) => column.findString(value),
  }
}
