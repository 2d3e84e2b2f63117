import { type Place, memberPlace, problem } from './decoder.ts'
import { EMBEDDERS_MAX, checkEmbedder } from './check-embedders.ts'
import {
  type EmbedderRole,
  HUB_MODEL_DEFAULT,
  HUB_REVISION_DEFAULT,
  checkFieldsFit,
  completeEmbedder,
} from './embedder-fields.ts'
import type {
  Embedder,
  EmbedderField,
  EmbedderPatch,
  EmbeddersPatch,
  Fragment,
} from './embedders.ts'
import { maskSecret } from './mask-secret.ts'
import { sortByName } from './string-set.ts'

/** The embedders after a change, name by name; throws when one of them is not whole any more. */
export function mergeEmbedders(
  current: Readonly<Record<string, Embedder>>,
  patch: EmbeddersPatch,
  place: Place,
): Readonly<Record<string, Embedder>> {
  const merged = new Map(Object.entries(current))
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) merged.delete(name)
    else {
      const owner = { role: 'whole', place: memberPlace(place, name) } as const
      merged.set(name, mergeEmbedder(merged.get(name), change, owner))
    }
  }
  if (merged.size > EMBEDDERS_MAX) {
    throw problem(
      place,
      `an index has at most ${EMBEDDERS_MAX} embedders, this would be ${merged.size}.`,
    )
  }
  return sortByName(merged)
}

/** The same with secrets masked, those of the parts of a composite too. */
export function maskEmbedder<Shape extends Embedder | EmbedderPatch>(embedder: Shape): Shape {
  const masked: { -readonly [Field in EmbedderField]?: unknown } = { ...embedder }
  if (typeof embedder.apiKey === 'string') masked.apiKey = maskSecret(embedder.apiKey)
  for (const part of ['searchEmbedder', 'indexingEmbedder'] as const) {
    const inner = embedder[part]
    if (inner !== undefined && inner !== null) masked[part] = maskEmbedder(inner)
  }
  return masked as Shape
}

interface Owner {
  readonly role: EmbedderRole
  readonly place: Place
}

function mergeEmbedder(
  current: Embedder | undefined,
  patch: EmbedderPatch,
  owner: Owner,
): Embedder {
  const source = patch.source === null ? 'openAi' : (patch.source ?? current?.source ?? 'openAi')
  if (owner.role !== 'whole' && patch.source === undefined && current === undefined) {
    throw problem(owner.place, 'field `source` is required in a part of a composite.')
  }
  checkFieldsFit(Object.keys(patch) as EmbedderField[], { source, ...owner })
  const draft = new Map(Object.entries(keptFields(current, source)))
  draft.set('source', source)
  for (const [field, value] of Object.entries(patch)) {
    if (field === 'source') continue
    if (value === null) draft.delete(field)
    else draft.set(field, value)
  }
  mergeInner(draft, { current, patch, owner, isSameSource: current?.source === source })
  if (source === 'huggingFace') pinRevision(draft, current, patch)
  refuseLostQuantization(current, patch, owner.place)
  // the draft holds the source and fields of the stored embedder or of the patch
  const embedder = completeEmbedder(Object.fromEntries(draft) as unknown as Embedder, owner.role)
  checkFragmentCount(embedder, owner.place)
  checkEmbedder(embedder, owner)
  return embedder
}

/** A new source starts from its own defaults; what every source with a text has in common stays. */
function keptFields(current: Embedder | undefined, source: Embedder['source']): Partial<Embedder> {
  if (current === undefined || current.source === source) return current ?? {}
  const { apiKey, distribution, binaryQuantized } = current
  const { documentTemplate, documentTemplateMaxBytes } = current
  const hasTemplate = source !== 'userProvided' && source !== 'composite'
  return {
    ...(apiKey !== undefined && { apiKey }),
    ...(binaryQuantized !== undefined && { binaryQuantized }),
    ...(hasTemplate && documentTemplate !== undefined && { documentTemplate }),
    ...(hasTemplate && documentTemplateMaxBytes !== undefined && { documentTemplateMaxBytes }),
    ...(distribution !== undefined && { distribution }),
  }
}

/** Fragments and the parts of a composite are changed member by member. */
function mergeInner(
  draft: Map<string, unknown>,
  change: {
    readonly current: Embedder | undefined
    readonly patch: EmbedderPatch
    readonly owner: Owner
    readonly isSameSource: boolean
  },
): void {
  const { patch, owner } = change
  const current = change.isSameSource ? change.current : undefined
  for (const field of ['indexingFragments', 'searchFragments'] as const) {
    const fragments = patch[field]
    if (fragments === undefined || fragments === null) continue
    const merged = new Map<string, Fragment>(Object.entries(current?.[field] ?? {}))
    for (const [name, fragment] of Object.entries(fragments)) {
      if (fragment === null) merged.delete(name)
      else merged.set(name, fragment)
    }
    draft.set(field, sortByName(merged))
  }
  for (const role of ['search', 'indexing'] as const) {
    const part = patch[`${role}Embedder`]
    if (part === undefined || part === null) continue
    const place = memberPlace(owner.place, `${role}Embedder`)
    draft.set(`${role}Embedder`, mergeEmbedder(current?.[`${role}Embedder`], part, { role, place }))
  }
}

/** A revision belongs to one model: another model is not pinned, the default one is. */
function pinRevision(
  draft: Map<string, unknown>,
  current: Embedder | undefined,
  patch: EmbedderPatch,
): void {
  const model = draft.get('model')
  if (patch.revision === null && model === HUB_MODEL_DEFAULT) {
    draft.set('revision', HUB_REVISION_DEFAULT)
  } else if (patch.revision === undefined && patch.model !== undefined) {
    if (model !== current?.model) draft.delete('revision')
  }
}

function refuseLostQuantization(
  current: Embedder | undefined,
  patch: EmbedderPatch,
  place: Place,
): void {
  if (current?.binaryQuantized !== true || patch.binaryQuantized !== false) return
  throw problem(
    memberPlace(place, 'binaryQuantized'),
    'cannot be switched off again: the full vectors are gone.',
  )
}

function checkFragmentCount(embedder: Embedder, place: Place): void {
  for (const field of ['indexingFragments', 'searchFragments'] as const) {
    const count = Object.keys(embedder[field] ?? {}).length
    if (count <= EMBEDDERS_MAX) continue
    throw problem(
      memberPlace(place, field),
      `an embedder has at most ${EMBEDDERS_MAX} fragments of a kind, this would be ${count}.`,
    )
  }
}
