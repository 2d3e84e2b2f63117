// Which parts of a document a list of dotted names takes. At one level of nesting a name that equals the key takes the whole
// value, and a name that continues after the key and a dot goes on inside it; keys may hold dots themselves.

/** What is taken of one value: everything, nothing, or what the selection says level by level. */
export type Selected = 'all' | 'none' | Selection

/** Names that go on inside a value. Values that are not objects are taken whole on the way down. */
export interface Selection {
  /** What is taken of the value under `key`. */
  child(key: string): Selected
}

/** Takes what the names say; `*` anywhere in the list takes everything. */
export function selectNames(names: readonly string[]): Selected {
  if (names.includes('*')) return 'all'
  return names.length === 0 ? 'none' : new NameSelection(names)
}

/** Takes what both take. */
export function selectBoth(left: Selected, right: Selected): Selected {
  if (left === 'none' || right === 'none') return 'none'
  if (left === 'all') return right
  return right === 'all' ? left : new BothSelection(left, right)
}

/** True when `name` is `parent` or stands below it. */
export function isAtOrBelow(name: string, parent: string): boolean {
  return name.startsWith(parent) && (name.length === parent.length || name[parent.length] === '.')
}

class NameSelection implements Selection {
  readonly #names: readonly string[]
  readonly #children = new Map<string, Selected>()

  constructor(names: readonly string[]) {
    this.#names = names
  }

  child(key: string): Selected {
    let child = this.#children.get(key)
    if (child === undefined) {
      child = this.#select(key)
      this.#children.set(key, child)
    }
    return child
  }

  #select(key: string): Selected {
    const inner: string[] = []
    for (const name of this.#names) {
      if (name === key) return 'all'
      if (isAtOrBelow(name, key)) inner.push(name.slice(key.length + 1))
    }
    return inner.length === 0 ? 'none' : new NameSelection(inner)
  }
}

class BothSelection implements Selection {
  readonly #left: Selection
  readonly #right: Selection
  readonly #children = new Map<string, Selected>()

  constructor(left: Selection, right: Selection) {
    this.#left = left
    this.#right = right
  }

  child(key: string): Selected {
    let child = this.#children.get(key)
    if (child === undefined) {
      child = selectBoth(this.#left.child(key), this.#right.child(key))
      this.#children.set(key, child)
    }
    return child
  }
}
