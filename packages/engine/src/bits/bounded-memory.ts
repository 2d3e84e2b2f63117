// Remembers what was found, up to a total cost. Entries have two generations: those of the older one that nobody asks for
// again are forgotten when the younger one is full, so that a look-up costs one map and no bookkeeping.

interface Entry<Value> {
  readonly value: Value
  cost: number
}

/** A map whose entries cost no more than `costMax` taken together, or one entry more. */
export class BoundedMemory<Key, Value> {
  readonly #costMax: number
  #young = new Map<Key, Entry<Value>>()
  #old = new Map<Key, Entry<Value>>()
  #youngCost = 0

  constructor(costMax: number) {
    this.#costMax = costMax
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young.value
    const old = this.#old.get(key)
    if (old === undefined) return undefined
    this.#put(key, old)
    return old.value
  }

  set(key: Key, value: Value, cost: number): void {
    this.#put(key, { value, cost })
  }

  /** An entry has grown: what was not asked for lately goes earlier. */
  charge(cost: number): void {
    this.#youngCost += cost
  }

  /** The same of an entry that will cost so much more from now on; nothing when it is forgotten already. */
  grow(key: Key, cost: number): void {
    const entry = this.#young.get(key) ?? this.#old.get(key)
    if (entry === undefined) return
    entry.cost += cost
    this.#youngCost += cost
  }

  #put(key: Key, entry: Entry<Value>): void {
    if (this.#youngCost + entry.cost > this.#costMax / 2) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngCost = 0
    } else {
      this.#old.delete(key)
    }
    this.#young.set(key, entry)
    this.#youngCost += entry.cost
  }
}
