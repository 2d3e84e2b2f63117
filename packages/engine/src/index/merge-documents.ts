// Partial updates: a new object over a stored one, by top-level key, character for character.

import { topLevelEntries } from '../bits/json-scan.ts'

/** JSON text of the stored document with the members of `patch` set; everything else keeps its text. */
export function mergeDocuments(stored: string, patch: string): string {
  const slices = new Map<string, string>()
  for (const text of [stored, patch]) {
    for (const { key, valueStart, valueEnd } of topLevelEntries(text)) {
      const value = text.slice(valueStart, valueEnd)
      const known = key === '_vectors' ? slices.get(key) : undefined
      // vectors are kept by embedder: those of others stay
      const isJoined = known?.startsWith('{') === true && value.startsWith('{')
      slices.set(key, isJoined ? mergeDocuments(known, value) : value)
    }
  }
  const members = [...slices].map(([key, value]) => `${JSON.stringify(key)}:${value}`)
  return `{${members.join(',')}}`
}
