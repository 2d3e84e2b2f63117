// Words nearer to where they stand in the query first (relevancy 7.5, the second half of `attribute`).

import type { DocSet } from '../../bits/doc-set.ts'
import { locatePostings } from '../../query/intersect-postings.ts'
import type { NodeDocs } from '../../query/node-docs.ts'
import { DOCS_PER_CHECK } from '../../query/time-limit.ts'
import { type CostColumn, UNSATISFIED } from '../cost-column.ts'
import { type GraphRule, StepRule } from '../graph-rule.ts'
import { NO_COLUMN, PLACES_COLUMN } from '../level-columns.ts'
import { DEAREST, PLACES_MAX, PlaceCosts } from '../place-costs.ts'
import type { Path, PathStep } from '../query-state.ts'
import { stepSources } from '../step-sources.ts'

/** Ranks documents by how far each word is from its place in the query. */
export function createWordPositionRule(docs: NodeDocs): GraphRule {
  return new WordPositionRule(docs)
}

/** The rule itself. */
export class WordPositionRule extends StepRule {
  readonly name = 'wordPosition'

  costMax(path: Path, at: number): number {
    return DEAREST * path[at]!.node.termCount
  }

  protected override columnName({ node }: PathStep): number {
    return node.start < PLACES_MAX ? PLACES_COLUMN + node.start : NO_COLUMN
  }

  /** The cost grows with the distance, so that the cheapest of several sources is the nearest. */
  protected fill(column: CostColumn, _universe: DocSet, slots: Uint32Array, step: PathStep): void {
    const { searcher, time } = this.docs
    const { start, termCount } = step.node
    const sources = stepSources(this.docs, step, 'start')
    column.fill(UNSATISFIED)
    for (let s = 0; s < sources.length; s++) {
      const { postings, within } = sources[s]!
      const { count, leftAt, rightAt } = locatePostings(slots, postings, searcher.slotCount)
      if (count === 0) continue
      const costs = new PlaceCosts(searcher, postings, start, termCount)
      for (let i = 0; i < count; i++) {
        if (i % DOCS_PER_CHECK === 0) time.check()
        const at = leftAt[i]!
        // nothing is nearer than the place itself
        if (column[at] === 0 || (within !== null && !within.has(slots[at]!))) continue
        const cost = costs.at(rightAt[i]!)
        if (cost < column[at]!) column[at] = cost
      }
    }
  }
}
