/** Names in backticks, separated by commas. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/** A value as messages quote it: the middle of a long one is left out. */
export function shorten(text: string): string {
  return text.length <= 140 ? text : `${text.slice(0, 50)}…${text.slice(-85)}`
}
