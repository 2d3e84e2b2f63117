/** What may be shown of a secret: a short beginning that grows with its length in bytes, then `X`s. */
export function maskSecret(secret: string): string {
  const bytes = Buffer.from(secret)
  const [shownBytes, crosses] =
    bytes.length < 10 ? [0, 3] : bytes.length < 20 ? [2, 4] : bytes.length < 30 ? [3, 5] : [5, 6]
  let end = shownBytes
  // a character is shown whole or not at all: go on to its end
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++
  return `${bytes.toString('utf8', 0, end)}${'X'.repeat(crosses)}...`
}
