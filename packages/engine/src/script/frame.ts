import type { Reference } from './references.ts'
import type { Scope } from './scope.ts'

/** What the code that is running right now can see; replaced for the time of a call. */
export interface Frame {
  scope: Scope
  /** What `this` stands for; null outside of methods and callbacks. */
  self: Reference | null
  callDepth: number
}
