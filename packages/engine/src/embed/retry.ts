// When a call that failed is tried again. Waits grow tenfold: 1 ms, 10 ms, … up to a cap, and are spread so that many
// callers do not come back together.

import { EMBED_RETRIES_MAX, EMBED_RETRY_WAIT_MS_MAX } from '../limits.ts'
import type { Fault } from './embed-failure.ts'

/** What to do about an answer that is not a success. */
export interface Verdict {
  readonly fault: Fault
  readonly isFinal: boolean
  /** Added to every wait: the server asked for patience. */
  readonly extraWaitMs: number
}

/** Another try may work. */
export const PASSING: Verdict = { fault: 'runtime error', isFinal: false, extraWaitMs: 0 }

const USER_FAULT: Verdict = { fault: 'user error', isFinal: true, extraWaitMs: 0 }
const TOO_MANY: Verdict = { fault: 'runtime error', isFinal: false, extraWaitMs: 100 }
const REFUSED: Verdict = { fault: 'error', isFinal: true, extraWaitMs: 0 }
const ODD: Verdict = { fault: 'error', isFinal: false, extraWaitMs: 0 }

/** Judges a status outside 200–299. */
export function judgeStatus(status: number): Verdict {
  if (status === 400 || status === 401) return USER_FAULT
  if (status === 429) return TOO_MANY
  if (status >= 402 && status <= 499) return REFUSED
  return status >= 500 && status <= 599 ? PASSING : ODD
}

/** Milliseconds before the next try after `attempt` failed ones, or null when there is none. */
export function retryWait(
  attempt: number,
  facts: {
    readonly extraWaitMs: number
    readonly retryAfter: string | undefined
    readonly waitMsMax: number | undefined
    /** At least 0, below 1. */
    readonly random: number
  },
): number | null {
  if (attempt > EMBED_RETRIES_MAX) return null
  const cap = facts.waitMsMax ?? EMBED_RETRY_WAIT_MS_MAX
  // only the number of seconds is understood; dates would need a clock
  const asked = /^\d+$/.test(facts.retryAfter ?? '') ? Number(facts.retryAfter) * 1000 : 0
  const grown = Math.min(facts.extraWaitMs + 10 ** (attempt - 1), cap) * (0.5 + facts.random / 2)
  return Math.max(grown, Math.min(asked, cap))
}
