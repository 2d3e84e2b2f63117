// What each kind of node does. One line per kind and column.

import type { DocSet } from '../../bits/doc-set.ts'
import type { FilterContext } from '../filter-context.ts'
import { evaluateAnd } from './and.ts'
import { evaluateBetween } from './between.ts'
import { evaluateCompare } from './compare.ts'
import { evaluateContains } from './contains.ts'
import { evaluateEqual } from './equal.ts'
import { evaluateExists } from './exists.ts'
import type { FilterNode } from './filter-node.ts'
import { evaluateGeoBoundingBox } from './geo-bounding-box.ts'
import { evaluateGeoPolygon } from './geo-polygon.ts'
import { evaluateGeoRadius } from './geo-radius.ts'
import { evaluateIn } from './in.ts'
import { evaluateIsEmpty } from './is-empty.ts'
import { evaluateIsNull } from './is-null.ts'
import { evaluateNot } from './not.ts'
import { evaluateOr } from './or.ts'
import { evaluateStartsWith } from './starts-with.ts'
import { evaluateVectorsExist } from './vectors-exist.ts'

type NodeOf<Kind extends FilterNode['kind']> = Extract<FilterNode, { kind: Kind }>

const EVALUATORS: {
  readonly [Kind in FilterNode['kind']]: (
    node: NodeOf<Kind>,
    context: FilterContext,
    within: DocSet,
  ) => DocSet
} = {
  and: evaluateAnd,
  between: evaluateBetween,
  compare: evaluateCompare,
  contains: evaluateContains,
  equal: evaluateEqual,
  exists: evaluateExists,
  geoBoundingBox: evaluateGeoBoundingBox,
  geoPolygon: evaluateGeoPolygon,
  geoRadius: evaluateGeoRadius,
  in: evaluateIn,
  isEmpty: evaluateIsEmpty,
  isNull: evaluateIsNull,
  not: evaluateNot,
  or: evaluateOr,
  startsWith: evaluateStartsWith,
  vectorsExist: evaluateVectorsExist,
}

/** The documents of `within`, which are live, that match the node. */
export function evaluateNode(node: FilterNode, context: FilterContext, within: DocSet): DocSet {
  // the table pairs each kind with its own evaluator, which types cannot follow through the look-up
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const evaluate = EVALUATORS[node.kind] as (
    node: FilterNode,
    context: FilterContext,
    within: DocSet,
  ) => DocSet
  return evaluate(node, context, within)
}
