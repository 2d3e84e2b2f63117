// How many documents have each top-level key. Documents share few distinct lists of keys, so lists are counted.

export class KeyCounts {
  readonly #counts: Map<string, number>
  /** Changes by list of keys, as JSON text; folded into `#counts` when read. */
  readonly #pending = new Map<string, number>()

  constructor(distribution: Readonly<Record<string, number>>) {
    this.#counts = new Map(Object.entries(distribution))
  }

  /** `keys` is the JSON text of a document's list of top-level keys. */
  add(keys: string, count: 1 | -1): void {
    this.#pending.set(keys, (this.#pending.get(keys) ?? 0) + count)
  }

  clear(): void {
    this.#counts.clear()
    this.#pending.clear()
  }

  /** Keys in order of name, those without a document left out. */
  distribution(): Record<string, number> {
    for (const [keys, change] of this.#pending) {
      for (const key of JSON.parse(keys) as string[]) {
        if (key !== '_vectors') this.#counts.set(key, (this.#counts.get(key) ?? 0) + change)
      }
    }
    this.#pending.clear()
    const entries = [...this.#counts].filter(([, count]) => count > 0)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
