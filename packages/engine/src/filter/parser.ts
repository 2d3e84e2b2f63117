// Filter text → nodes, by recursive descent. Width is handled by loops; only nesting recurses, to a fixed depth.
//
//   expression  = conjunction { OR conjunction }
//   conjunction = negation { AND negation }
//   negation    = NOT negation | primary
//   primary     = ( expression ) | geo condition | vector condition | condition

import { FILTER_DEPTH_MAX } from './filter-limits.ts'
import { errorAt, quote } from './filter-source.ts'
import type { FilterSource } from './filter-source.ts'
import { FilterLexer } from './lexer.ts'
import { parseCondition } from './parse-condition.ts'
import { parseGeoCondition } from './parse-geo.ts'
import { parseVectorCondition } from './parse-vectors.ts'
import { andNode } from './nodes/and.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { notNode } from './nodes/not.ts'
import { orNode } from './nodes/or.ts'

/** Parses one text that is not blank. */
export function parseFilterText(source: FilterSource): FilterNode {
  const lexer = new FilterLexer(source)
  const node = parseExpression(lexer, 0)
  const rest = lexer.peek()
  if (rest.kind === 'end') return node
  const place = { source, start: rest.start, end: source.text.length }
  const found = quote(source.text.slice(rest.start))
  throw errorAt(place, `Unexpected text at the end: ${found}. Is an \`AND\` or an \`OR\` missing?`)
}

function parseExpression(lexer: FilterLexer, depth: number): FilterNode {
  checkDepth(lexer, depth)
  const members = [parseConjunction(lexer, depth + 1)]
  while (lexer.takeIf('OR')) members.push(parseConjunction(lexer, depth + 1))
  return members.length === 1 ? members[0]! : orNode(members)
}

function parseConjunction(lexer: FilterLexer, depth: number): FilterNode {
  checkDepth(lexer, depth)
  const members = [parseNegation(lexer, depth + 1)]
  while (lexer.takeIf('AND')) members.push(parseNegation(lexer, depth + 1))
  return members.length === 1 ? members[0]! : andNode(members)
}

function parseNegation(lexer: FilterLexer, depth: number): FilterNode {
  checkDepth(lexer, depth)
  if (lexer.takeIf('NOT')) return notNode(parseNegation(lexer, depth + 1))
  return parsePrimary(lexer, depth + 1)
}

function parsePrimary(lexer: FilterLexer, depth: number): FilterNode {
  checkDepth(lexer, depth)
  const { start } = lexer.peek()
  if (!lexer.takeIf('(')) {
    return parseGeoCondition(lexer) ?? parseVectorCondition(lexer) ?? parseCondition(lexer)
  }
  const node = parseExpression(lexer, depth + 1)
  if (lexer.takeIf(')')) return node
  const { source } = lexer
  const place = { source, start, end: source.text.length }
  throw errorAt(place, `Expression ${quote(source.text.slice(start))} has no closing \`)\`.`)
}

function checkDepth(lexer: FilterLexer, depth: number): void {
  if (depth <= FILTER_DEPTH_MAX) return
  const { source } = lexer
  const place = { source, start: lexer.peek().start, end: source.text.length }
  throw errorAt(
    place,
    `The filter is nested too deeply: at most ${FILTER_DEPTH_MAX} levels are followed. Simplify it.`,
  )
}
