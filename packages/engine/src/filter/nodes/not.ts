import type { DocSet } from '../../bits/doc-set.ts'
import type { FilterContext } from '../filter-context.ts'
import type { FilterNode } from './filter-node.ts'

/** Documents that do not match. */
export interface NotNode {
  readonly kind: 'not'
  readonly member: FilterNode
}

/** Two negations cancel out. */
export function notNode(member: FilterNode): FilterNode {
  return member.kind === 'not' ? member.member : Object.freeze({ kind: 'not', member })
}

export function evaluateNot(node: NotNode, context: FilterContext, within: DocSet): DocSet {
  return within.andNot(context.evaluate(node.member, within))
}
