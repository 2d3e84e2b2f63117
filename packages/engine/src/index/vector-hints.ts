const FIELD = '_vectors'
const DISTANCE_MAX = 2
const HINTS_MAX = 2

/** What a user may have misspelt when documents lack vectors: top-level fields near `_vectors`, entries near the name. */
export function vectorHints(
  embedder: string,
  known: readonly string[],
  documents: readonly Readonly<Record<string, unknown>>[],
): string {
  const fields = new Map<string, number>()
  const entries = new Map<string, number>()
  for (const document of documents) {
    for (const key of Object.keys(document)) {
      if (key !== FIELD && isNear(key, FIELD)) fields.set(key, (fields.get(key) ?? 0) + 1)
    }
    const vectors = document[FIELD]
    if (typeof vectors !== 'object' || vectors === null) continue
    for (const key of Object.keys(vectors)) {
      if (known.includes(key) || !isNear(key, embedder)) continue
      entries.set(key, (entries.get(key) ?? 0) + 1)
    }
  }
  return texts(fields, FIELD, '') + texts(entries, `${FIELD}.${embedder}`, `${FIELD}.`)
}

function texts(counts: ReadonlyMap<string, number>, wanted: string, prefix: string): string {
  return [...counts]
    .slice(0, HINTS_MAX)
    .map(
      ([key, count]) =>
        ` Did you mean \`${wanted}\` by \`${prefix}${key}\`, found in ${count} documents?`,
    )
    .join('')
}

/** Whether the edit distance is small. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > DISTANCE_MAX) return false
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]! <= DISTANCE_MAX
}
