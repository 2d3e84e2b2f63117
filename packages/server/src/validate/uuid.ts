const HYPHENATED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const BARE = /^[0-9a-f]{32}$/

/** The usual spelling of a UUID written with or without hyphens, in any letter case; null when it is none. */
export function readUuid(text: string): string | null {
  const lower = text.toLowerCase()
  if (HYPHENATED.test(lower)) return lower
  if (!BARE.test(lower)) return null
  const parts = [lower.slice(0, 8), lower.slice(8, 12), lower.slice(12, 16), lower.slice(16, 20)]
  return `${parts.join('-')}-${lower.slice(20)}`
}
