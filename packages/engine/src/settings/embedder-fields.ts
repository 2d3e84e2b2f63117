// Which field belongs to which source of vectors, and what a source takes when nothing is said.

import { DEFAULT_DOCUMENT_TEMPLATE, DOCUMENT_TEMPLATE_BYTES_DEFAULT } from './document-template.ts'
import { type Place, problem, quoteAll } from './decoder.ts'
import {
  EMBEDDER_SOURCES,
  type Embedder,
  type EmbedderField,
  type EmbedderSource,
} from './embedders.ts'

/** Where an embedder stands: by itself, or as one of the two parts of a composite. */
export type EmbedderRole = 'whole' | 'search' | 'indexing'

/** Refuses fields that the source, or the role, does not have; null is no excuse. */
export function checkFieldsFit(
  fields: readonly EmbedderField[],
  owner: { readonly source: EmbedderSource; readonly role: EmbedderRole; readonly place: Place },
): void {
  for (const field of fields) {
    if (isAllowed(field, owner.source, owner.role)) continue
    const sources = EMBEDDER_SOURCES.filter((source) => isAllowed(field, source, owner.role))
    const elsewhere = sources.length === 0 ? '' : ` It belongs to: ${quoteAll(sources)}.`
    throw problem(
      owner.place,
      `field \`${field}\` is not available for source \`${owner.source}\`${inRole(owner.role)}.${elsewhere} Available: ${quoteAll(fieldsOf(owner.source, owner.role))}.`,
    )
  }
}

/** Refuses an embedder that lacks a field its source cannot do without. */
export function checkMandatoryFields(
  embedder: { readonly [Field in EmbedderField]?: unknown },
  owner: { readonly source: EmbedderSource; readonly place: Place },
): void {
  for (const field of FIELDS) {
    if (SUPPORT[field].mandatory?.includes(owner.source) !== true) continue
    if (embedder[field] !== undefined && embedder[field] !== null) continue
    throw problem(owner.place, `field \`${field}\` is required for source \`${owner.source}\`.`)
  }
}

/** Sizes of the vectors of the hosted models. */
export const HOSTED_MODELS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
}

const HOSTED_MODEL_FIXED = 'text-embedding-ada-002'

/** Refuses hosted models that do not exist and sizes that they cannot give. */
export function checkHostedModel(
  embedder: { readonly model?: string | null; readonly dimensions?: number | null },
  place: Place,
): void {
  const model = embedder.model ?? HOSTED_MODEL_DEFAULT
  const size = Object.hasOwn(HOSTED_MODELS, model) ? HOSTED_MODELS[model] : undefined
  if (size === undefined) {
    throw problem(
      place,
      `\`${model}\` is not a model of source \`openAi\`. Accepted models: ${quoteAll(Object.keys(HOSTED_MODELS))}.`,
    )
  }
  const dimensions = embedder.dimensions ?? size
  if (dimensions > size || (model === HOSTED_MODEL_FIXED && dimensions !== size)) {
    const accepted = model === HOSTED_MODEL_FIXED ? `\`${size}\` only` : `\`1\` to \`${size}\``
    throw problem(
      place,
      `model \`${model}\` cannot give \`dimensions\` \`${dimensions}\`. Accepted: ${accepted}.`,
    )
  }
}

/** The embedder with its effective values, fields in the order in which they are presented. */
export function completeEmbedder(embedder: Embedder, role: EmbedderRole): Embedder {
  const values: Record<string, unknown> = { ...defaultsOf(embedder), ...embedder }
  if (hasFragments(embedder)) {
    // fragments take the place of the template
    delete values['documentTemplate']
    delete values['documentTemplateMaxBytes']
  }
  for (const field of ['indexingFragments', 'searchFragments']) {
    if (Object.keys(values[field] ?? {}).length === 0) delete values[field]
  }
  const present = FIELDS.filter(
    (field) =>
      values[field] !== undefined && (field in embedder || isAllowed(field, embedder.source, role)),
  )
  // every value is the embedder's own or a default of the same field
  return Object.fromEntries(present.map((field) => [field, values[field]])) as unknown as Embedder
}

/** True when vectors are made of fragments instead of one rendered template. */
export function hasFragments(
  embedder: Pick<Embedder, 'indexingFragments' | 'searchFragments'>,
): boolean {
  return (
    Object.keys(embedder.indexingFragments ?? {}).length > 0 ||
    Object.keys(embedder.searchFragments ?? {}).length > 0
  )
}

/** Revision of the default hub model; another model is not pinned. */
export const HUB_REVISION_DEFAULT = '617ca489d9e86b49b8167676d8220688b99db36e'
/** The hub model when none is named. */
export const HUB_MODEL_DEFAULT = 'BAAI/bge-base-en-v1.5'

/** The hosted model when none is named. */
export const HOSTED_MODEL_DEFAULT = 'text-embedding-3-small'

function defaultsOf(embedder: Embedder): Partial<Embedder> {
  const template = {
    documentTemplate: DEFAULT_DOCUMENT_TEMPLATE,
    documentTemplateMaxBytes: DOCUMENT_TEMPLATE_BYTES_DEFAULT,
  }
  switch (embedder.source) {
    case 'openAi':
      return { ...template, model: HOSTED_MODEL_DEFAULT }
    case 'huggingFace':
      return {
        ...template,
        pooling: 'useModel',
        ...(embedder.model === undefined && {
          model: HUB_MODEL_DEFAULT,
          revision: HUB_REVISION_DEFAULT,
        }),
      }
    case 'ollama':
      return template
    case 'rest':
      return { ...template, headers: {} }
    case 'userProvided':
    case 'composite':
      return {}
  }
}

interface Support {
  readonly allowed: readonly EmbedderSource[]
  readonly mandatory?: readonly EmbedderSource[]
  /** Roles that do not have the field; the parts of a composite lack some. */
  readonly notIn?: readonly EmbedderRole[]
}

const PARTS = ['search', 'indexing'] as const

/** In the order in which fields are presented. */
const SUPPORT: Readonly<Record<EmbedderField, Support>> = {
  source: { allowed: EMBEDDER_SOURCES },
  model: { allowed: ['openAi', 'huggingFace', 'ollama'], mandatory: ['ollama'] },
  revision: { allowed: ['huggingFace'] },
  pooling: { allowed: ['huggingFace'] },
  apiKey: { allowed: ['openAi', 'ollama', 'rest'] },
  dimensions: {
    allowed: ['openAi', 'ollama', 'userProvided', 'rest'],
    mandatory: ['userProvided'],
  },
  binaryQuantized: { allowed: EMBEDDER_SOURCES, notIn: PARTS },
  documentTemplate: { allowed: ['openAi', 'huggingFace', 'ollama', 'rest'], notIn: ['search'] },
  documentTemplateMaxBytes: {
    allowed: ['openAi', 'huggingFace', 'ollama', 'rest'],
    notIn: ['search'],
  },
  url: { allowed: ['openAi', 'ollama', 'rest'], mandatory: ['rest'] },
  indexingFragments: { allowed: ['rest'], notIn: ['search'] },
  searchFragments: { allowed: ['rest'], notIn: ['indexing'] },
  request: { allowed: ['rest'], mandatory: ['rest'] },
  response: { allowed: ['rest'], mandatory: ['rest'] },
  headers: { allowed: ['rest'] },
  searchEmbedder: { allowed: ['composite'], mandatory: ['composite'], notIn: PARTS },
  indexingEmbedder: { allowed: ['composite'], mandatory: ['composite'], notIn: PARTS },
  distribution: { allowed: EMBEDDER_SOURCES, notIn: PARTS },
}

const FIELDS = Object.keys(SUPPORT) as EmbedderField[]

function isAllowed(field: EmbedderField, source: EmbedderSource, role: EmbedderRole): boolean {
  const support = SUPPORT[field]
  return support.allowed.includes(source) && support.notIn?.includes(role) !== true
}

function fieldsOf(source: EmbedderSource, role: EmbedderRole): EmbedderField[] {
  return FIELDS.filter((field) => isAllowed(field, source, role))
}

function inRole(role: EmbedderRole): string {
  return role === 'whole' ? '' : ` in a \`${role}Embedder\``
}
