import type { FieldRegistry } from '../segment/field-tree.ts'
import type { SegmentBuilder, SegmentParts } from '../segment/segment-builder.ts'
import type { SegmentFiles } from '../segment/segment-reader.ts'
import type { Settings } from '../settings/settings-table.ts'
import type { BatchVectors } from './batch-vectors.ts'
import type { EmbedderSource } from './document-embedder.ts'
import type { FragmentSlots } from './fragment-slots.ts'
import type { OpenSegment } from './working-segments.ts'

/** What a batch needs of its writer. */
export interface BatchHost {
  /** An id that no file of the store has, published or left over. */
  newSegmentId(): number
  /** Makes a built segment durable under a new name and opens it. */
  store(builder: SegmentBuilder, segmentId: number, vectors: BatchVectors): Promise<OpenSegment>
  /** Opens a segment whose files have changed. */
  open(files: SegmentFiles): OpenSegment['reader']
  /** Stores a part of a segment that was made again; gives the file's name. */
  storePart(builder: SegmentBuilder, segmentId: number, part: keyof SegmentParts): Promise<string>
  /** Stores documents or vectors of a segment that were made again; gives the file's name. */
  storeFile(
    segmentId: number,
    part: 'documents' | 'vectors',
    parts: readonly Uint8Array[],
  ): Promise<string>
  /** Doc ids of working segments that match a filter: evaluated by the layers above. */
  matchFilter(
    segments: readonly OpenSegment[],
    state: {
      settings: Settings
      fields: FieldRegistry
      primaryKey: string | null
      fragmentSlots: FragmentSlots
    },
    filter: unknown,
  ): { segmentIndex: number; doc: number }[]
  editDocument: EditDocument | null
  /** A segment in the making is closed when it holds this much. */
  readonly builderBytesMax: number
  embedders: EmbedderSource
}

/** Compiles an edit function: given a document's JSON text, the new text, or null to delete it. */
export type EditDocument = (
  source: string,
  context: Readonly<Record<string, unknown>> | null,
) => (json: string) => string | null
