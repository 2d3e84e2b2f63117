// Where a search ends with what it has (relevancy 9.2). Work that may take long asks now and then and stops in the middle;
// whoever can go on without its result catches that.

/** Thrown in the middle of work that there is no time left for. What it would have remembered is not remembered. */
export class OutOfTime extends Error {}

/** The time that one search may take. */
export class TimeLimit {
  /** True once the search should end as it stands. */
  readonly isOver: () => boolean

  constructor(isOver: () => boolean) {
    this.isOver = isOver
  }

  /** Throws OutOfTime once the time is over. Bound, so that it can be handed on. */
  readonly check = (): void => {
    if (this.isOver()) throw new OutOfTime()
  }

  /** The result of `work`; when there is no time for it, that of `instead`, which must be quick and check nothing. */
  attempt<Result>(work: () => Result, instead: () => Result): Result {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error
      return instead()
    }
  }
}

/** For work that nobody waits for. */
export const UNLIMITED: TimeLimit = new TimeLimit(() => false)

/** Documents that are looked at between two looks at the clock: about a millisecond of work. */
export const DOCS_PER_CHECK = 4096
