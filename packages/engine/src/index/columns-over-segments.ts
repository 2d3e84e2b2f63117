// One field's columns of all segments as a ColumnView.

import { DocSet } from '../bits/doc-set.ts'
import type { ColumnReader } from '../segment/columns/reader.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import {
  type ColumnPart,
  type ColumnView,
  compareStrings,
  type StringRanks,
} from './column-view.ts'

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
  const places = parts.map(() => 0)
  const isOver = (i: number): boolean => places[i]! >= parts[i]!.stringCount
  let valueCount = 0
  for (;;) {
    let least = -1
    for (let i = 0; i < parts.length; i++) {
      if (isOver(i)) continue
      if (least < 0 || compareHeads(i, least) < 0) least = i
    }
    if (least < 0) return { ranks, valueCount }
    for (let i = parts.length - 1; i >= 0; i--) {
      if (i === least || isOver(i) || compareHeads(i, least) !== 0) continue
      ranks[i]![places[i]!++] = valueCount
    }
    ranks[least]![places[least]!++] = valueCount++
  }

  function compareHeads(a: number, b: number): number {
    return compareStrings(parts[a]!, places[a]!, parts[b]!, places[b]!)
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
    display: column.display,
    displayStarts: column.displayStarts,
    stringDisplay: (ordinal) => column.stringDisplay(ordinal),
    isSpelledOneWay: (ordinal) => column.isSpelledOneWay(ordinal),
    findString: (value) => column.findString(value),
  }
}
