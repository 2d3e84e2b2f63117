import type { DocSet } from '../../bits/doc-set.ts'
import type { FilterContext } from '../filter-context.ts'
import type { FilterNode } from './filter-node.ts'

/** Documents that match every member. */
export interface AndNode {
  readonly kind: 'and'
  /** Two or more. */
  readonly members: readonly FilterNode[]
}

export function andNode(members: readonly FilterNode[]): AndNode {
  return Object.freeze({ kind: 'and', members: Object.freeze(members) })
}

/** From left to right; once nothing is left the other members are not looked at, nor their errors found. */
export function evaluateAnd(node: AndNode, context: FilterContext, within: DocSet): DocSet {
  let result = within
  for (const member of node.members) {
    if (result.size === 0) break
    result = context.evaluate(member, result)
  }
  return result
}
