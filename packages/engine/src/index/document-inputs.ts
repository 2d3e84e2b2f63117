import { DocumentTemplate } from '../embed/document-template.ts'
import type { EmbedInput } from '../embed/embedder.ts'
import { Fragments, renderFragments } from '../embed/fragments.ts'
import { searchableWeight } from '../settings/attribute-selection.ts'
import {
  DEFAULT_DOCUMENT_TEMPLATE,
  DOCUMENT_TEMPLATE_BYTES_DEFAULT,
} from '../settings/document-template.ts'
import { hasFragments } from '../settings/embedder-fields.ts'
import type { Embedder } from '../settings/embedders.ts'
import type { Settings } from '../settings/settings-table.ts'

/** A document as inputs are made of it. */
export interface InputDocument {
  readonly id: string
  readonly value: Readonly<Record<string, unknown>>
}

/** What documents give an embedder to work on. */
export interface DocumentInputs {
  /** Inputs by slot. Throws InputError when the document lacks something that the template asks for. */
  render(document: InputDocument): ReadonlyMap<number, EmbedInput>
}

/** The inputs that the settings of an embedder describe; null when only the user can give vectors. */
export function documentInputs(
  embedder: Embedder,
  settings: Settings,
  fragmentSlots: Readonly<Record<string, number>>,
): DocumentInputs | null {
  // documents are the affair of the indexing part of a composite
  const indexer = embedder.indexingEmbedder ?? embedder
  if (indexer.source === 'userProvided') return null
  return hasFragments(indexer)
    ? fragmentInputs(indexer, fragmentSlots)
    : templateInputs(indexer, settings)
}

/** A rendered template fills slot 0. */
function templateInputs(embedder: Embedder, settings: Settings): DocumentInputs {
  const bytesMax = embedder.documentTemplateMaxBytes ?? DOCUMENT_TEMPLATE_BYTES_DEFAULT
  const isSearchable = (field: string): boolean => searchableWeight(settings, field) >= 0
  let template: DocumentTemplate | null = null
  return {
    render({ id, value }) {
      template ??= DocumentTemplate.parse(embedder.documentTemplate ?? DEFAULT_DOCUMENT_TEMPLATE)
      return new Map([[0, { text: template.render(value, isSearchable, bytesMax, id) }]])
    },
  }
}

/** Each fragment has a slot of its own; one that a document has nothing for stays empty. */
function fragmentInputs(
  embedder: Embedder,
  slots: Readonly<Record<string, number>>,
): DocumentInputs {
  let fragments: Fragments | null = null
  return {
    render({ value }) {
      fragments ??= new Fragments(embedder.indexingFragments ?? {}, 'indexingFragments')
      const inputs = [...renderFragments(fragments, value)].map(
        ([name, fragment]): [number, EmbedInput] => [slots[name]!, { fragment }],
      )
      return new Map(inputs.sort(([a], [b]) => a - b))
    },
  }
}
