// Checks of embedders that a look at one value cannot make: on a request as it was sent, and on a whole embedder after
// the request was merged into the stored one.

import type { InputError } from '../errors.ts'
import { type Place, memberPlace, problem } from './decoder.ts'
import type { TemplateCheck } from './document-template.ts'
import {
  type EmbedderRole,
  checkFieldsFit,
  checkHostedModel,
  checkMandatoryFields,
  hasFragments,
} from './embedder-fields.ts'
import type { Embedder, EmbedderField, EmbedderPatch, EmbeddersPatch, Json } from './embedders.ts'
import { checkTemplatesAgree, parseRestTemplate } from './rest-template.ts'

/** Embedders of one index, and fragments of one embedder. */
export const EMBEDDERS_MAX = 256

/** What a request is checked against besides itself. */
export interface EmbedderChecks {
  /** Throws when an experimental feature that the request needs is off. */
  readonly requireFeature: (feature: 'compositeEmbedders' | 'multimodal', use: string) => void
  readonly checkTemplate: TemplateCheck
}

/** Checks a request as it was sent: what it names must fit together, whatever is stored. */
export function checkEmbeddersPatch(
  patch: EmbeddersPatch,
  place: Place,
  checks: EmbedderChecks,
): void {
  for (const [name, embedder] of Object.entries(patch)) {
    if (embedder === null) continue
    const at = memberPlace(place, name)
    checkFeatures(embedder, checks)
    checkPatch(embedder, { role: 'whole', place: at }, checks)
  }
}

/** Checks an embedder with its effective values. */
export function checkEmbedder(
  embedder: Embedder,
  owner: { readonly role: EmbedderRole; readonly place: Place },
): void {
  const { source } = embedder
  checkFieldsFit(fieldsOf(embedder), { source, ...owner })
  checkMandatoryFields(embedder, { source, place: owner.place })
  if (source === 'openAi') checkHostedModel(embedder, owner.place)
  if (source === 'rest') checkRest(embedder, owner)
  checkPartSource(embedder, owner)
}

function checkFeatures(embedder: EmbedderPatch, checks: EmbedderChecks): void {
  for (const part of ['searchEmbedder', 'indexingEmbedder'] as const) {
    if (embedder[part] !== undefined) checks.requireFeature('compositeEmbedders', `\`${part}\``)
  }
  if (embedder.source === 'composite') {
    checks.requireFeature('compositeEmbedders', 'source `composite`')
  }
  const { searchEmbedder, indexingEmbedder } = embedder
  for (const holder of [embedder, searchEmbedder, indexingEmbedder]) {
    for (const field of ['indexingFragments', 'searchFragments'] as const) {
      if (holder?.[field] !== undefined) checks.requireFeature('multimodal', `\`${field}\``)
    }
  }
}

function checkPatch(
  embedder: EmbedderPatch,
  owner: { readonly role: EmbedderRole; readonly place: Place },
  checks: EmbedderChecks,
): void {
  const source = embedder.source ?? undefined
  if (source !== undefined) {
    checkFieldsFit(fieldsOf(embedder), { source, ...owner })
    checkMandatoryFields(embedder, { source, place: owner.place })
    if (source === 'openAi') checkHostedModel(embedder, owner.place)
  }
  checkTemplates(embedder, owner.place, checks.checkTemplate)
  checkRestPatch(embedder)
  for (const role of ['search', 'indexing'] as const) {
    const part = embedder[`${role}Embedder`]
    if (part === undefined || part === null) continue
    const place = memberPlace(owner.place, `${role}Embedder`)
    // without a source of its own the part may be completed by the stored one, unless the whole is said to be new
    if (source === 'composite' || part.source !== undefined) checkPartSource(part, { role, place })
    checkPatch(part, { role, place }, checks)
  }
}

function checkPartSource(
  part: EmbedderPatch,
  owner: { readonly role: EmbedderRole; readonly place: Place },
): void {
  if (owner.role === 'whole') return
  const { source } = part
  if (source === undefined || source === null) {
    throw problem(owner.place, 'field `source` is required in a part of a composite.')
  }
  if (source === 'composite' || source === 'userProvided') {
    throw problem(
      owner.place,
      `source \`${source}\` cannot be a part of a composite. Accepted: \`openAi\`, \`huggingFace\`, \`ollama\`, \`rest\`.`,
    )
  }
}

function checkTemplates(embedder: EmbedderPatch, place: Place, checkTemplate: TemplateCheck): void {
  const { documentTemplate } = embedder
  if (typeof documentTemplate === 'string') {
    const reason = checkTemplate(documentTemplate)
    if (reason !== null) {
      throw problem(
        memberPlace(place, 'documentTemplate'),
        `the document template cannot be read: ${reason}`,
      )
    }
    if (embedder.documentTemplateMaxBytes === 0) {
      throw problem(memberPlace(place, 'documentTemplateMaxBytes'), '`1` or more is expected.')
    }
    if (hasSome(embedder.indexingFragments) || hasSome(embedder.searchFragments)) {
      throw embeddingError(place, 'fragments and a `documentTemplate` exclude each other.')
    }
  }
  for (const field of ['indexingFragments', 'searchFragments'] as const) {
    for (const [name, fragment] of Object.entries(embedder[field] ?? {})) {
      if (fragment === null) continue
      const at = memberPlace(memberPlace(place, field), name)
      checkFragmentTemplates(fragment.value, at, checkTemplate)
    }
  }
}

function checkFragmentTemplates(value: Json, place: Place, checkTemplate: TemplateCheck): void {
  if (typeof value === 'string') {
    const reason = checkTemplate(value)
    if (reason !== null) throw embeddingError(place, `the fragment cannot be read: ${reason}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) checkFragmentTemplates(member, place, checkTemplate)
  }
}

/** Without fragments in the request the stored embedder may have some: either placeholder passes. */
function checkRestPatch(embedder: EmbedderPatch): void {
  const { request, response } = embedder
  const sentFragments = hasSome(embedder.indexingFragments) || hasSome(embedder.searchFragments)
  const readRequest =
    request === undefined || request === null
      ? null
      : parseRestTemplate(request, {
          name: 'request',
          placeholders: sentFragments ? ['{{fragment}}'] : ['{{text}}', '{{fragment}}'],
        })
  const readResponse =
    response === undefined || response === null
      ? null
      : parseRestTemplate(response, { name: 'response', placeholders: ['{{embedding}}'] })
  if (readRequest !== null && readResponse !== null) {
    checkTemplatesAgree(readRequest, readResponse)
  }
}

function checkRest(
  embedder: Embedder,
  owner: { readonly role: EmbedderRole; readonly place: Place },
): void {
  const withFragments = hasFragments(embedder)
  if (withFragments && owner.role === 'whole') {
    const both = embedder.indexingFragments !== undefined && embedder.searchFragments !== undefined
    if (!both) {
      throw embeddingError(
        owner.place,
        '`indexingFragments` and `searchFragments` must both be given, or neither.',
      )
    }
  }
  if (withFragments && embedder.dimensions === undefined) {
    throw embeddingError(owner.place, '`dimensions` is required with fragments.')
  }
  checkTemplatesAgree(
    parseRestTemplate(embedder.request ?? null, {
      name: 'request',
      placeholders: [withFragments ? '{{fragment}}' : '{{text}}'],
    }),
    parseRestTemplate(embedder.response ?? null, {
      name: 'response',
      placeholders: ['{{embedding}}'],
    }),
  )
}

function fieldsOf(embedder: EmbedderPatch | Embedder): EmbedderField[] {
  return Object.keys(embedder) as EmbedderField[]
}

function hasSome(fragments: EmbedderPatch['indexingFragments']): boolean {
  return Object.values(fragments ?? {}).some((fragment) => fragment !== null)
}

function embeddingError(place: Place, text: string): InputError {
  return problem({ path: place.path, code: 'vector_embedding_error' }, text)
}
