// The forms in which a filter comes: a text, or an array whose elements are texts or arrays of texts.

import { InputError } from '../errors.ts'
import { trimWhiteSpace } from '../bits/white-space.ts'
import { errorAt } from './filter-source.ts'
import { andNode } from './nodes/and.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { orNode } from './nodes/or.ts'
import { parseFilterText } from './parser.ts'

export interface FilterOptions {
  /** The public code of errors in this filter. */
  readonly code: string
  /** Experimental operators that are switched on. */
  readonly features?: FilterFeatures
}

/** Experimental conditions. */
export interface FilterFeatures {
  /** `CONTAINS` and `STARTS WITH`; off unless it is on. */
  readonly containsFilter?: boolean
  /** Conditions on `_vectors`; on unless they are off. */
  readonly vectorFilter?: boolean
}

/**
 * Parses a filter. An array joins its elements with AND, an array inside it its texts with OR. Blank texts and empty arrays
 * disappear; null when nothing is left: no filter.
 */
export function parseFilter(input: unknown, options: FilterOptions): FilterNode | null {
  const node = parseInput(input, options.code)
  if (node !== null) refuseGated(node, options.features ?? {})
  return node
}

function parseInput(input: unknown, code: string): FilterNode | null {
  if (input === null || input === undefined) return null
  if (typeof input === 'string') return parseText(input, code)
  if (!Array.isArray(input)) throw kindError(input, 'a string or an array', code)
  const members: FilterNode[] = []
  for (const element of input as unknown[]) {
    const member =
      typeof element === 'string' ? parseText(element, code) : parseAlternatives(element, code)
    if (member !== null) members.push(member)
  }
  if (members.length <= 1) return members[0] ?? null
  return andNode(members)
}

function parseAlternatives(element: unknown, code: string): FilterNode | null {
  if (!Array.isArray(element)) throw kindError(element, 'a string or an array of strings', code)
  const members: FilterNode[] = []
  for (const text of element as unknown[]) {
    if (typeof text !== 'string') throw kindError(text, 'a string', code)
    const member = parseText(text, code)
    if (member !== null) members.push(member)
  }
  if (members.length <= 1) return members[0] ?? null
  return orNode(members)
}

function parseText(text: string, code: string): FilterNode | null {
  return trimWhiteSpace(text) === '' ? null : parseFilterText(Object.freeze({ text, code }))
}

function kindError(value: unknown, expected: string, code: string): InputError {
  const json = JSON.stringify(value) ?? 'undefined'
  const shown = json.length > 100 ? `${json.slice(0, 100)}…` : json
  return new InputError(code, `A filter must be ${expected} here, found \`${shown}\`.`)
}

function refuseGated(node: FilterNode, features: FilterFeatures): void {
  switch (node.kind) {
    case 'contains':
      if (features.containsFilter === true) return
      throw errorAt(
        node.operatorPlace,
        'Using `CONTAINS` in a filter needs the experimental feature `containsFilter`.',
        'feature_not_enabled',
      )
    case 'vectorsExist':
      if (features.vectorFilter !== false) return
      throw errorAt(
        node.place,
        'Using `_vectors` in a filter needs the experimental feature `multimodal`.',
        'feature_not_enabled',
      )
    case 'not':
      return refuseGated(node.member, features)
    case 'and':
    case 'or':
      for (const member of node.members) refuseGated(member, features)
  }
}
