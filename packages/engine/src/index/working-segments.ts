// The segments of an index while a batch changes them: the published ones with deletions of the batch on top, and new
// ones that no manifest names yet. Nothing here is visible to readers before the commit.

import { Deletions } from '../segment/deletions.ts'
import type { SegmentReader } from '../segment/segment-reader.ts'
import type { SegmentEntry } from './manifest.ts'

/** An opened segment and what is dead in it. */
export interface OpenSegment {
  readonly entry: SegmentEntry
  readonly reader: SegmentReader
}

/** Where a live document is. */
export interface DocumentPlace {
  readonly segment: WorkingSegment
  /** Its place among the working segments. */
  readonly segmentIndex: number
  readonly doc: number
}

export class WorkingSegment {
  readonly reader: SegmentReader
  #entry: SegmentEntry
  /** Documents that the batch killed and the entry does not know yet. */
  #killed: Set<number> | null = null

  constructor(open: OpenSegment) {
    this.reader = open.reader
    this.#entry = open.entry
  }

  isDead(doc: number): boolean {
    return this.#entry.deletions.has(doc) || this.#killed?.has(doc) === true
  }

  kill(doc: number): void {
    this.#killed ??= new Set()
    this.#killed.add(doc)
  }

  get liveCount(): number {
    return this.#entry.docCount - this.#entry.deletions.count - (this.#killed?.size ?? 0)
  }

  /** The entry with everything that was killed so far. */
  entry(): SegmentEntry {
    if (this.#killed !== null) {
      const deletions = this.#entry.deletions.with(this.#killed, this.#entry.docCount)
      this.#entry = { ...this.#entry, deletions }
      this.#killed = null
    }
    return this.#entry
  }
}

const encoder = new TextEncoder()

export class WorkingSegments {
  #list: WorkingSegment[]
  readonly #idRoom = new Uint8Array(64)

  constructor(segments: readonly OpenSegment[]) {
    this.#list = segments.map((segment) => new WorkingSegment(segment))
  }

  get list(): readonly WorkingSegment[] {
    return this.#list
  }

  add(segment: OpenSegment): void {
    this.#list.push(new WorkingSegment(segment))
  }

  replaceAll(segments: readonly OpenSegment[]): void {
    this.#list = segments.map((segment) => new WorkingSegment(segment))
  }

  /** The live document of that id; the newest segment is asked first. */
  find(documentId: string): DocumentPlace | null {
    if (this.#list.length === 0) return null
    const id = this.#idBytes(documentId)
    for (let i = this.#list.length - 1; i >= 0; i--) {
      const segment = this.#list[i]!
      const doc = segment.reader.documents.find(id)
      if (doc >= 0 && !segment.isDead(doc)) return { segment, segmentIndex: i, doc }
    }
    return null
  }

  /** As UTF-8; ids are ASCII, but one that is asked for may be anything. */
  #idBytes(documentId: string): Uint8Array {
    const { length } = documentId
    if (length > this.#idRoom.length) return encoder.encode(documentId)
    for (let i = 0; i < length; i++) {
      const unit = documentId.charCodeAt(i)
      if (unit > 0x7f) return encoder.encode(documentId)
      this.#idRoom[i] = unit
    }
    return this.#idRoom.subarray(0, length)
  }

  /** Visits every live document of the published and new segments. */
  forEachLive(visit: (segment: WorkingSegment, doc: number) => void): void {
    for (const segment of this.#list) {
      for (let doc = 0; doc < segment.reader.docCount; doc++) {
        if (!segment.isDead(doc)) visit(segment, doc)
      }
    }
  }

  /** Segments with something alive in them, by their first document number: what a manifest lists. */
  published(): OpenSegment[] {
    return this.#list
      .filter((segment) => segment.liveCount > 0)
      .map((segment) => ({ entry: segment.entry(), reader: segment.reader }))
      .sort((a, b) => a.reader.documents.numbers[0]! - b.reader.documents.numbers[0]!)
  }
}

/** An entry without deletions for a segment that was just written. */
export function freshEntry(
  segmentId: number,
  files: SegmentEntry['files'],
  reader: SegmentReader,
): SegmentEntry {
  return {
    segmentId,
    files,
    docCount: reader.docCount,
    deletions: Deletions.NONE,
    rawBytes: reader.documents.rawBytes,
  }
}
