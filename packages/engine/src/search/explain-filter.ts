// Why a document does not pass a filter: the smallest part of it that alone keeps the document out, in the user's words.

import { evaluateFilter } from '../filter/evaluate.ts'
import type { FilterSearcher } from '../filter/filter-context.ts'
import type { GeoPair } from '../filter/geo-arguments.ts'
import { FilterLexer } from '../filter/lexer.ts'
import type { FilterNode } from '../filter/nodes/filter-node.ts'
import { notNode } from '../filter/nodes/not.ts'
import { parseCondition } from '../filter/parse-condition.ts'

/**
 * The smallest part of a filter that keeps the document out, whatever the rest says; `node` must not match it. An OR
 * stays whole, since all of it had to fail; so does the NOT of an AND.
 */
export function failingClause(
  node: FilterNode,
  slot: number,
  searcher: FilterSearcher,
): FilterNode {
  const matches = (other: FilterNode): boolean => evaluateFilter(other, searcher).has(slot)
  let clause = node
  for (;;) {
    let part: FilterNode | undefined
    if (clause.kind === 'and') {
      part = clause.members.find((member) => !matches(member))
    } else if (clause.kind === 'not' && clause.member.kind === 'or') {
      const reason = clause.member.members.find(matches)
      part = reason === undefined ? undefined : notNode(reason)
    }
    if (part === undefined) return clause
    clause = part
  }
}

/** The attributes that a part of a filter looks at, each once. */
export function clauseAttributes(node: FilterNode): string[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return [...new Set(node.members.flatMap(clauseAttributes))]
    case 'not':
      return clauseAttributes(node.member)
    case 'geoRadius':
    case 'geoBoundingBox':
      return ['_geo.lat', '_geo.lng']
    case 'geoPolygon':
    case 'vectorsExist':
      return []
    default:
      return [node.attribute.path]
  }
}

/** A part of a filter as text: conditions as they were written, put together anew. */
export function clauseText(node: FilterNode): string {
  switch (node.kind) {
    case 'and':
      return node.members.map((member) => inParentheses(member, ['or'])).join(' AND ')
    case 'or':
      return node.members.map(clauseText).join(' OR ')
    case 'not':
      return node.member.kind === 'and' || node.member.kind === 'or'
        ? `NOT (${clauseText(node.member)})`
        : conditionText(node.member, true)
    default:
      return conditionText(node, false)
  }
}

function inParentheses(node: FilterNode, kinds: readonly FilterNode['kind'][]): string {
  const text = clauseText(node)
  return kinds.includes(node.kind) ? `(${text})` : text
}

/** Operators have negations of their own, which are read as NOT: where the text has one already, none is added. */
function conditionText(node: FilterNode, isNegated: boolean): string {
  const { text, hasNot } = writtenCondition(node)
  return isNegated === hasNot ? text : `NOT ${text}`
}

function writtenCondition(node: FilterNode): { text: string; hasNot: boolean } {
  switch (node.kind) {
    case 'geoRadius': {
      const { center, metres, resolution } = node
      const last = resolution === null ? '' : `, ${resolution.value}`
      const { lat, lng } = center
      const text = `_geoRadius(${lat.value}, ${lng.value}, ${metres.value}${last})`
      return { text, hasNot: false }
    }
    case 'geoBoundingBox': {
      const text = `_geoBoundingBox(${pairText(node.topRight)}, ${pairText(node.bottomLeft)})`
      return { text, hasNot: false }
    }
    case 'geoPolygon':
      return { text: `_geoPolygon(${node.points.map(pairText).join(', ')})`, hasNot: false }
    case 'vectorsExist': {
      const { source, start, end } = node.place
      return { text: `${source.text.slice(start, end).trimEnd()} EXISTS`, hasNot: false }
    }
    case 'and':
    case 'or':
    case 'not':
      return { text: clauseText(node), hasNot: false }
    default: {
      // nodes know where their attribute stands; the condition is read again from there to find its end
      const { source, start } = node.attribute.place
      const rest = source.text.slice(start)
      const lexer = new FilterLexer({ text: rest, code: source.code })
      const read = parseCondition(lexer)
      return { text: rest.slice(0, lexer.peek().start).trimEnd(), hasNot: read.kind === 'not' }
    }
  }
}

function pairText({ lat, lng }: GeoPair): string {
  return `[${lat.value}, ${lng.value}]`
}
