/** Levels of nesting; each expression, conjunction, negation and primary is one, the first at 0. */
export const FILTER_DEPTH_MAX = 150
