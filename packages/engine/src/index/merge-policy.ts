// Which segments to merge: tiers by size, so that every document is rewritten a logarithmic number of times and an index
// that takes one document at a time keeps few segments.

/** What the policy needs to know of a segment. */
export interface SegmentSize {
  readonly docCount: number
  readonly deletedCount: number
  readonly rawBytes: number
}

/** Segments of one tier that trigger a merge; they differ in size by at most this factor. */
const TIER_FACTOR = 8
/** Below this all segments are of the lowest tier. */
const TIER_FLOOR_BYTES = 64 << 10
/** Nothing larger is made by merging; a segment this large is only rewritten for its dead documents. */
const MERGED_BYTES_MAX = 2048 * 2 ** 20
/** Share of dead documents at which a segment is rewritten alone. */
const DEAD_SHARE_MAX = 0.4

/** Places of the segments to merge into one, or null when all is well. */
export function chooseMerge(segments: readonly SegmentSize[]): number[] | null {
  const sizes = segments.map((segment, index) => ({ index, bytes: liveBytes(segment) }))
  const tiers = new Map<number, { index: number; bytes: number }[]>()
  for (const size of sizes) {
    if (size.bytes * 2 > MERGED_BYTES_MAX) continue
    const tier = tierOf(size.bytes)
    tiers.set(tier, [...(tiers.get(tier) ?? []), size])
  }
  // the cheapest tier first: it is the one that grows fastest
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const members = tiers.get(tier)!
    if (members.length < TIER_FACTOR) continue
    const chosen: number[] = []
    let bytes = 0
    for (const member of members.toSorted((a, b) => a.bytes - b.bytes)) {
      if (bytes + member.bytes > MERGED_BYTES_MAX && chosen.length > 1) break
      chosen.push(member.index)
      bytes += member.bytes
    }
    if (chosen.length > 1) return chosen.sort((a, b) => a - b)
  }
  const mostlyDead = segments.findIndex(
    ({ docCount, deletedCount }) => docCount > 0 && deletedCount / docCount > DEAD_SHARE_MAX,
  )
  return mostlyDead < 0 ? null : [mostlyDead]
}

function liveBytes({ docCount, deletedCount, rawBytes }: SegmentSize): number {
  return docCount === 0 ? 0 : rawBytes * ((docCount - deletedCount) / docCount)
}

function tierOf(bytes: number): number {
  let tier = 0
  for (let limit = TIER_FLOOR_BYTES; bytes > limit; limit *= TIER_FACTOR) tier++
  return tier
}
