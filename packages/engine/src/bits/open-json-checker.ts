import type { JsonChecker } from './json-checker.ts'
import { openKernelJsonChecker } from './kernel-json-checker.ts'
import { PlainJsonChecker } from './plain-json-checker.ts'

/** The fastest checker that this machine can run. */
export function openJsonChecker(options: { readonly followsLines: boolean }): JsonChecker {
  return openKernelJsonChecker(options) ?? new PlainJsonChecker()
}
