import {
  type Place,
  memberPlace,
  missingField,
  problem,
  readBoolean,
  readFields,
  readInteger,
  readMap,
  readNumber,
  readString,
  readWord,
  wrongKind,
} from './decoder.ts'
import { type Decoders, type Patch, readPatch } from './patch.ts'
import { sortByName } from './string-set.ts'

/** Any JSON value, as request and response templates hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }

/** Every source of vectors, in the order of the interface. */
export const EMBEDDER_SOURCES = [
  'openAi',
  'huggingFace',
  'ollama',
  'userProvided',
  'rest',
  'composite',
] as const

/** Who turns a text into a vector. */
export type EmbedderSource = (typeof EMBEDDER_SOURCES)[number]

/** A piece of a document, or of a query, that gets a vector of its own. */
export interface Fragment {
  readonly value: Json
}

interface OwnMembers {
  readonly source: EmbedderSource
  readonly model: string
  readonly revision: string
  readonly pooling: 'useModel' | 'forceMean' | 'forceCls'
  readonly apiKey: string
  readonly dimensions: number
  readonly binaryQuantized: boolean
  readonly documentTemplate: string
  readonly documentTemplateMaxBytes: number
  readonly url: string
  readonly indexingFragments: Readonly<Record<string, Fragment>>
  readonly searchFragments: Readonly<Record<string, Fragment>>
  readonly request: Json
  readonly response: Json
  readonly headers: Readonly<Record<string, string>>
  readonly distribution: { readonly mean: number; readonly sigma: number }
}

/** One named embedder with its effective values. Fields that its source does not have are absent. */
export interface Embedder extends Partial<Omit<OwnMembers, 'source'>> {
  readonly source: EmbedderSource
  readonly searchEmbedder?: Embedder
  readonly indexingEmbedder?: Embedder
}

/** A field of an embedder. */
export type EmbedderField = keyof Embedder

type FragmentsPatch = Readonly<Record<string, Fragment | null>>

type OwnPatchMembers = Omit<OwnMembers, 'indexingFragments' | 'searchFragments'> & {
  readonly indexingFragments: FragmentsPatch
  readonly searchFragments: FragmentsPatch
}

/** A partial change of one embedder; fragments are changed name by name, a null one is removed. */
export interface EmbedderPatch extends Patch<OwnPatchMembers> {
  readonly searchEmbedder?: EmbedderPatch | null
  readonly indexingEmbedder?: EmbedderPatch | null
}

/** A partial change of `embedders`; a null one is removed. */
export type EmbeddersPatch = Readonly<Record<string, EmbedderPatch | null>>

/** Reads a partial change of all embedders: names and kinds of values only. */
export function parseEmbedders(value: unknown, place: Place): EmbeddersPatch {
  const embedders = readMap(value, place, (embedder, at) =>
    embedder === null ? null : readPatch<Required<EmbedderPatch>>(embedder, at, TOP_DECODERS),
  )
  if (embedders.has('')) throw problem(place, 'an embedder has an empty name.')
  return sortByName(embedders)
}

const OWN_DECODERS: Decoders<OwnPatchMembers> = {
  source: (value, place) => readWord(value, place, EMBEDDER_SOURCES),
  model: readString,
  revision: readString,
  pooling: (value, place) => readWord(value, place, ['useModel', 'forceMean', 'forceCls']),
  apiKey: readString,
  dimensions: (value, place) => readInteger(value, place, { min: 1 }),
  binaryQuantized: readBoolean,
  documentTemplate: readString,
  documentTemplateMaxBytes: (value, place) => readInteger(value, place),
  url: readUrl,
  indexingFragments: readFragments,
  searchFragments: readFragments,
  request: readJson,
  response: readJson,
  headers: (value, place) => sortByName(readMap(value, place, readString)),
  distribution: readDistribution,
}

/** Members in the order in which they are presented: the parts of a composite stand before its distribution. */
const TOP_DECODERS: Decoders<Required<EmbedderPatch>> = (() => {
  const { distribution, ...others } = OWN_DECODERS
  return { ...others, searchEmbedder: readPart, indexingEmbedder: readPart, distribution }
})()

function readPart(value: unknown, place: Place): EmbedderPatch {
  return readPatch<OwnPatchMembers>(value, place, OWN_DECODERS)
}

function readUrl(value: unknown, place: Place): string {
  const url = readString(value, place)
  if (URL.canParse(url)) return url
  throw problem(place, `\`${url}\` is not an absolute URL.`)
}

function readFragments(value: unknown, place: Place): FragmentsPatch {
  return sortByName(
    readMap(value, place, (fragment, at) =>
      fragment === null ? null : readFragment(fragment, at),
    ),
  )
}

/** Members beside `value` are ignored, as the interface does. */
function readFragment(fragment: unknown, place: Place): Fragment {
  const members = readMap(fragment, place, readJson)
  const value = members.get('value')
  if (value === undefined) throw missingField('value', place)
  return { value }
}

/** Values come out of a JSON parser, so that any of them is JSON. */
function readJson(value: unknown, place: Place): Json {
  if (value === undefined) throw wrongKind(value, place, 'a JSON value')
  return value as Json
}

function readDistribution(value: unknown, place: Place): OwnMembers['distribution'] {
  const fields = readFields(value, place, ['mean', 'sigma'])
  for (const name of ['mean', 'sigma']) {
    if (fields[name] === undefined) throw missingField(name, place)
  }
  const sigmaPlace = memberPlace(place, 'sigma')
  const sigma = readNumber(fields['sigma'], sigmaPlace, { min: 0, max: 1 })
  if (sigma === 0) throw problem(sigmaPlace, '`sigma` must be above `0`.')
  return { mean: readNumber(fields['mean'], memberPlace(place, 'mean'), { min: 0, max: 1 }), sigma }
}
