import { DocSet } from '../../bits/doc-set.ts'
import type { FilterContext } from '../filter-context.ts'
import type { FilterNode } from './filter-node.ts'

/** Documents that match some member. */
export interface OrNode {
  readonly kind: 'or'
  /** Two or more. */
  readonly members: readonly FilterNode[]
}

export function orNode(members: readonly FilterNode[]): OrNode {
  return Object.freeze({ kind: 'or', members: Object.freeze(members) })
}

export function evaluateOr(node: OrNode, context: FilterContext, within: DocSet): DocSet {
  return DocSet.union(node.members.map((member) => context.evaluate(member, within)))
}
