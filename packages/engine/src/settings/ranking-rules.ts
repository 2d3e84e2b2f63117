import { type Place, problem, quoteAll, readArray, readString } from './decoder.ts'

/** The default order. */
export const DEFAULT_RANKING_RULES = [
  'words',
  'typo',
  'proximity',
  'attribute',
  'sort',
  'exactness',
] as const

/** The two halves of `attribute`, for lists that put something between them. */
const ATTRIBUTE_HALVES = ['attributeRank', 'wordPosition'] as const

const BUILT_IN_RANKING_RULES = [...DEFAULT_RANKING_RULES, ...ATTRIBUTE_HALVES]

/** One element of `rankingRules`. */
export type RankingRuleSetting =
  | { readonly kind: 'builtIn'; readonly name: string }
  | { readonly kind: 'custom'; readonly path: string; readonly order: 'asc' | 'desc' }

/** What an element of `rankingRules` means, or null when it means nothing. The path may hold colons and spaces. */
export function parseRankingRule(text: string): RankingRuleSetting | null {
  const name = BUILT_IN_RANKING_RULES.find((rule) => rule === text)
  if (name !== undefined) return { kind: 'builtIn', name }
  const match = /^(.+):(asc|desc)$/su.exec(text)
  if (match === null) return null
  const path = match[1] ?? ''
  if (isReserved(path)) return null
  return { kind: 'custom', path, order: match[2] === 'asc' ? 'asc' : 'desc' }
}

/** Reads the whole list. */
export function readRankingRules(value: unknown, place: Place): string[] {
  const rules = readArray(value, place, readRankingRule)
  const half = ATTRIBUTE_HALVES.find((name) => rules.includes(name))
  if (half !== undefined && rules.includes('attribute')) {
    throw problem(
      place,
      `\`attribute\` and \`${half}\` exclude each other: \`attribute\` stands for ${quoteAll(ATTRIBUTE_HALVES)}.`,
    )
  }
  return rules
}

function readRankingRule(value: unknown, place: Place): string {
  const text = readString(value, place)
  if (parseRankingRule(text) !== null) return text
  const path = text.replace(/:(?:asc|desc)$/u, '')
  if (isReserved(path)) {
    throw problem(
      place,
      `\`${text}\` is reserved: geo points are sorted with the search parameter \`sort\` and geo conditions belong in \`filter\`.`,
    )
  }
  throw problem(
    place,
    `\`${text}\` is not a ranking rule. Accepted: ${quoteAll(BUILT_IN_RANKING_RULES)}, \`<attribute>:asc\` and \`<attribute>:desc\`.`,
  )
}

/** Paths that custom ranking rules order by. */
export function customRulePaths(rankingRules: readonly string[]): string[] {
  const paths: string[] = []
  for (const text of rankingRules) {
    const rule = parseRankingRule(text)
    if (rule?.kind === 'custom') paths.push(rule.path)
  }
  return paths
}

const RESERVED_WORDS = ['_geo', '_geoDistance', '_geojson']
const RESERVED_CALLS = ['_geoPoint(', '_geoRadius(', '_geoBoundingBox(', '_geoPolygon(']

function isReserved(path: string): boolean {
  return RESERVED_WORDS.includes(path) || RESERVED_CALLS.some((call) => path.startsWith(call))
}
