/** The accepted name nearest to what was written, or null when none is near enough to be meant. */
export function didYouMean(written: string, accepted: readonly string[]): string | null {
  let best: string | null = null
  let bestDistance = 4
  for (const name of accepted) {
    if (Math.abs(name.length - written.length) >= bestDistance) continue
    const distance = editDistance(written, name)
    if (distance < bestDistance && distance * 2 < name.length) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

/** The same as a sentence to add to a message; empty when nothing is near. */
export function suggestion(text: string, accepted: readonly string[]): string {
  const near = didYouMean(text, accepted)
  return near === null ? '' : ` Did you mean \`${near}\`?`
}

// Two rows of the classic matrix; names are short.
function editDistance(left: string, right: string): number {
  let above = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const substitution = (above[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[right.length] ?? 0
}
