import { InputError } from '../errors.ts'
import {
  DEFAULT_DOCUMENT_TEMPLATE,
  DOCUMENT_TEMPLATE_BYTES_DEFAULT,
  type TemplateCheck,
} from './document-template.ts'
import {
  type Place,
  memberPlace,
  missingField,
  readFields,
  readInteger,
  readNumber,
  readString,
  readStrings,
  readWord,
} from './decoder.ts'
import { type Patch, mergePatch, readPatch } from './patch.ts'

/** How much of a search is done by meaning, and with which embedder. */
export interface ChatHybrid {
  readonly embedder: string
  readonly semanticRatio: number
}

interface ChatSearchMembers {
  readonly hybrid: ChatHybrid
  readonly limit: number
  readonly sort: readonly string[]
  readonly distinct: string
  readonly matchingStrategy: 'last' | 'all' | 'frequency'
  readonly attributesToSearchOn: readonly string[]
  readonly rankingScoreThreshold: number
}

/** Search parameters that a conversation uses on the index; absent ones keep the defaults of a search. */
export type ChatSearchParameters = Partial<ChatSearchMembers>

/** How the index presents itself in conversations. */
export interface ChatSettings {
  readonly description: string
  readonly documentTemplate: string
  readonly documentTemplateMaxBytes: number
  readonly searchParameters: ChatSearchParameters
}

type ChatMembers = Omit<ChatSettings, 'searchParameters'> & {
  readonly searchParameters: Patch<ChatSearchMembers>
}

/** A partial change of `chat`; search parameters are reset one by one. */
export type ChatPatch = Patch<ChatMembers>

/** No description, the default template, the defaults of a search. */
export const DEFAULT_CHAT: ChatSettings = {
  description: '',
  documentTemplate: DEFAULT_DOCUMENT_TEMPLATE,
  documentTemplateMaxBytes: DOCUMENT_TEMPLATE_BYTES_DEFAULT,
  searchParameters: {},
}

/** Reads a partial change. */
export function parseChat(value: unknown, place: Place, checkTemplate: TemplateCheck): ChatPatch {
  return readPatch<ChatMembers>(value, place, {
    description: readString,
    documentTemplate: (template, at) => readTemplate(template, at, checkTemplate),
    documentTemplateMaxBytes: (size, at) => readInteger(size, at, { min: 1 }),
    searchParameters: parseSearchParameters,
  })
}

/** The setting after the change. */
export function mergeChat(current: ChatSettings, patch: ChatPatch): ChatSettings {
  const { searchParameters, ...rest } = patch
  const merged = mergePatch<Omit<ChatSettings, 'searchParameters'>>(current, rest, DEFAULT_CHAT)
  return {
    description: merged.description,
    documentTemplate: merged.documentTemplate,
    documentTemplateMaxBytes: merged.documentTemplateMaxBytes,
    searchParameters: mergeSearchParameters(current.searchParameters, searchParameters),
  }
}

function mergeSearchParameters(
  current: ChatSearchParameters,
  patch: Patch<ChatSearchMembers> | null | undefined,
): ChatSearchParameters {
  if (patch === null) return {}
  const members = Object.entries({ ...current, ...patch }).filter(([, value]) => value !== null)
  return Object.fromEntries(members)
}

function readTemplate(value: unknown, place: Place, checkTemplate: TemplateCheck): string {
  const template = readString(value, place)
  const reason = checkTemplate(template)
  if (reason === null) return template
  throw new InputError(
    'invalid_chat_setting_document_template',
    `At \`${place.path}\` the document template cannot be read: ${reason}`,
  )
}

function parseSearchParameters(value: unknown, place: Place): Patch<ChatSearchMembers> {
  return readPatch<ChatSearchMembers>(value, place, {
    hybrid: parseHybrid,
    limit: (limit, at) => readInteger(limit, at),
    sort: readStrings,
    distinct: readString,
    matchingStrategy: (strategy, at) => readWord(strategy, at, ['last', 'all', 'frequency']),
    attributesToSearchOn: readStrings,
    rankingScoreThreshold: (score, at) => readNumber(score, at, { min: 0, max: 1 }),
  })
}

const SEMANTIC_RATIO_DEFAULT = 0.5

function parseHybrid(value: unknown, place: Place): ChatHybrid {
  const hybrid = readFields(value, place, ['embedder', 'semanticRatio'])
  if (hybrid['embedder'] === undefined) throw missingField('embedder', place)
  return {
    embedder: readString(hybrid['embedder'], memberPlace(place, 'embedder')),
    semanticRatio: readNumber(
      hybrid['semanticRatio'] ?? SEMANTIC_RATIO_DEFAULT,
      memberPlace(place, 'semanticRatio'),
      { min: 0, max: 1 },
    ),
  }
}
