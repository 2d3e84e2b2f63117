// One condition: an attribute, an operator and its values.

import { betweenNode } from './nodes/between.ts'
import { compareNode } from './nodes/compare.ts'
import { containsNode } from './nodes/contains.ts'
import { equalNode } from './nodes/equal.ts'
import { existsNode } from './nodes/exists.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { inNode } from './nodes/in.ts'
import { isEmptyNode } from './nodes/is-empty.ts'
import { isNullNode } from './nodes/is-null.ts'
import { notNode } from './nodes/not.ts'
import { startsWithNode } from './nodes/starts-with.ts'
import type { FilterAttribute } from './filter-context.ts'
import { errorAt, quote } from './filter-source.ts'
import { filterValue } from './filter-value.ts'
import type { FilterValue } from './filter-value.ts'
import { KEYWORDS } from './lexer.ts'
import type { FilterLexer, FilterToken } from './lexer.ts'

const OPERATORS =
  '`=`, `!=`, `>=`, `>`, `<=`, `<`, `IN`, `NOT IN`, `TO`, `EXISTS`, `NOT EXISTS`, `IS NULL`, `IS NOT NULL`, ' +
  '`IS EMPTY`, `IS NOT EMPTY`, `CONTAINS`, `NOT CONTAINS`, `STARTS WITH`, `NOT STARTS WITH`, `_geoRadius`, ' +
  '`_geoBoundingBox` or `_geoPolygon`'

/** Parses a condition on an attribute. */
export function parseCondition(lexer: FilterLexer): FilterNode {
  const first = lexer.peek()
  if (first.kind === 'end') throw operatorError(lexer, first.start)
  const { start } = first
  const attribute = takeAttribute(lexer)
  const operator = lexer.peek()
  if (operator.kind === 'symbol') return parseComparison(lexer, attribute, start)
  if (operator.kind === 'word') {
    switch (operator.text) {
      case 'IN':
      case 'EXISTS':
      case 'CONTAINS':
      case 'STARTS':
        return parseWordOperator(lexer, attribute, start)
      case 'NOT':
        lexer.take()
        return notNode(parseWordOperator(lexer, attribute, start))
      case 'IS':
        return parseIs(lexer, attribute, start)
    }
    if (KEYWORDS.has(operator.text)) throw operatorError(lexer, start)
  }
  return parseBetween(lexer, attribute, start)
}

function parseComparison(
  lexer: FilterLexer,
  attribute: FilterAttribute,
  start: number,
): FilterNode {
  const { text } = lexer.peek()
  switch (text) {
    case '=':
    case '!=':
      lexer.take()
      return equalNode(attribute, takeValue(lexer), text === '!=')
    case '<':
    case '<=':
    case '>':
    case '>=':
      lexer.take()
      return compareNode(attribute, text, takeValue(lexer))
    default:
      throw operatorError(lexer, start)
  }
}

/** The operators that a `NOT` may stand before. */
function parseWordOperator(
  lexer: FilterLexer,
  attribute: FilterAttribute,
  start: number,
): FilterNode {
  if (lexer.takeIf('IN')) return inNode(attribute, takeList(lexer))
  if (lexer.takeIf('EXISTS')) return existsNode(attribute)
  const { source } = lexer
  const { start: operatorStart, end } = lexer.peek()
  if (lexer.takeIf('CONTAINS')) {
    const place = Object.freeze({ source, start: operatorStart, end })
    return containsNode(attribute, takeValue(lexer), place)
  }
  // the two words are one operator, with one space between them
  if (lexer.takeIf('STARTS') && source.text[end] === ' ' && lexer.peek().start === end + 1) {
    if (lexer.takeIf('WITH')) return startsWithNode(attribute, takeValue(lexer))
  }
  throw operatorError(lexer, start)
}

function parseIs(lexer: FilterLexer, attribute: FilterAttribute, start: number): FilterNode {
  lexer.take()
  const isNegated = lexer.takeIf('NOT')
  let node: FilterNode
  if (lexer.takeIf('NULL')) node = isNullNode(attribute)
  else if (lexer.takeIf('EMPTY')) node = isEmptyNode(attribute)
  else throw operatorError(lexer, start)
  return isNegated ? notNode(node) : node
}

function parseBetween(lexer: FilterLexer, attribute: FilterAttribute, start: number): FilterNode {
  const { kind } = lexer.peek()
  if (kind === 'end' || kind === 'illegal') throw operatorError(lexer, start)
  const from = takeValue(lexer)
  const to = lexer.peek()
  if (!lexer.takeIf('TO')) throw operatorError(lexer, start)
  const next = lexer.peek()
  if (next.start === to.end && next.kind !== 'end') throw operatorError(lexer, start)
  return betweenNode(attribute, from, takeValue(lexer))
}

function takeAttribute(lexer: FilterLexer): FilterAttribute {
  const { text, start, end } = takeText(lexer)
  return Object.freeze({ path: text, place: Object.freeze({ source: lexer.source, start, end }) })
}

function takeValue(lexer: FilterLexer): FilterValue {
  return filterValue(takeText(lexer).text)
}

const GEO_OPERATIONS = new Set(['_geoRadius', '_geoBoundingBox', '_geoPolygon'])
const GEO_RESERVED = new Set(['_geo', '_geoPoint', '_geoDistance'])

/** A word that is not reserved, or a quoted text. */
function takeText(lexer: FilterLexer): FilterToken {
  const token = lexer.take()
  if (token.kind === 'quoted') return token
  const { source } = lexer
  const { start, end, text } = token
  const toEnd = { source, start, end: source.text.length }
  switch (token.kind) {
    case 'word':
      if (GEO_OPERATIONS.has(text)) {
        throw errorAt(toEnd, `\`${text}\` is an operation and cannot be used as a value.`)
      }
      if (GEO_RESERVED.has(text)) {
        throw errorAt(
          toEnd,
          `\`${text}\` is reserved and cannot be used in a filter. ` +
            'Use `_geoRadius(latitude, longitude, metres)` or `_geoBoundingBox([latitude, longitude], [latitude, longitude])`.',
        )
      }
      if (!KEYWORDS.has(text)) return token
      throw errorAt(
        { source, start, end },
        `\`${text}\` is a reserved word: to use it as an attribute or a value, put it in quotes.`,
      )
    case 'unclosed':
      throw errorAt(toEnd, `Expression ${quote(text)} has no closing \`${text[0]!}\`.`)
    case 'end':
      throw errorAt(toEnd, 'A value was expected, but nothing was found.')
    default:
      throw errorAt({ source, start, end }, `A value was expected, but ${quote(text)} was found.`)
  }
}

function takeList(lexer: FilterLexer): FilterValue[] {
  const { source } = lexer
  if (!lexer.takeIf('[')) {
    const { start } = lexer.peek()
    throw errorAt(
      { source, start, end: source.text.length },
      'An opening `[` is expected after `IN`.',
    )
  }
  const values: FilterValue[] = []
  while (!lexer.takeIf(']')) {
    values.push(takeMember(lexer))
    if (lexer.takeIf(',')) continue
    const next = lexer.peek()
    if (next.kind === 'end') {
      throw errorAt(
        { source, start: next.start, end: next.end },
        'A closing `]` is expected at the end of the list.',
      )
    }
    if (next.text !== ']' || next.kind !== 'symbol') throw memberError(lexer, next)
  }
  return values
}

function takeMember(lexer: FilterLexer): FilterValue {
  const token = lexer.peek()
  const isKeyword = token.kind === 'word' && KEYWORDS.has(token.text)
  if (token.kind === 'symbol' || token.kind === 'illegal' || isKeyword) {
    throw memberError(lexer, token)
  }
  return takeValue(lexer)
}

function memberError(lexer: FilterLexer, token: FilterToken): Error {
  const { source } = lexer
  const isKeyword = token.kind === 'word' && KEYWORDS.has(token.text)
  const why = isKeyword ? ` \`${token.text}\` is a keyword: put it in quotes.` : ''
  return errorAt(
    { source, start: token.start, end: source.text.length },
    `Only values separated by commas are accepted between \`[\` and \`]\`, found ${quote(source.text.slice(token.start))}.${why}`,
  )
}

/** The condition that starts at `start` has no operator that is known. */
function operatorError(lexer: FilterLexer, start: number): Error {
  const { source } = lexer
  const rest = source.text.slice(start)
  const found = rest.trim() === '' ? 'but nothing was found' : `found ${quote(rest)}`
  const place = { source, start, end: source.text.length }
  return errorAt(place, `One of the operators ${OPERATORS} is expected, ${found}.`)
}
