import { assert } from '../errors.ts'

const SEGMENT_NAME = /^[a-z0-9][a-z0-9.-]*$/u

/** True for names that a segment store may hold. */
export function isSegmentName(name: string): boolean {
  return SEGMENT_NAME.test(name)
}

/** Names come from our own code: another one is a bug, and must not reach a file system. */
export function assertSegmentName(name: string): void {
  assert(isSegmentName(name), `bad segment name ${JSON.stringify(name)}`)
}
