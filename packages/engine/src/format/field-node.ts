// What a search does at each path of its hits: a tree, grown as keys are met. Documents of an index look alike, so the next
// key is nearly always the one that came next in the last document, and is known by its bytes.

import type { LeafFormat } from './format-rules.ts'
import { PathMatches } from './match-positions.ts'
import type { Selected } from './selection.ts'

/** What the tree is grown from. */
export interface FieldRules {
  /** What may be shown at all: positions are reported for all of it. */
  readonly shown: Selected
  /** What `_formatted` holds, a part of `shown`; `none` leaves it out. */
  readonly formatted: Selected
  readonly hasPositions: boolean
  /** Top-level keys that are never shown. */
  readonly hidden: ReadonlySet<string>
  leafFormat(path: string): LeafFormat | null
  /** Languages the text at a path may be in; undefined when not restricted. */
  localesOf(path: string): readonly string[] | undefined
}

/** Keys of one object that are known by their bytes. */
const KEYS_MAX = 64
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The node of a whole document. */
export function createFieldTree(rules: FieldRules): FieldNode {
  return new FieldNode(
    { rules, matches: new Map() },
    { isRoot: true, path: '', shown: rules.shown, formatted: rules.formatted, format: null },
  )
}

interface Tree {
  readonly rules: FieldRules
  /** By path: two ways of nesting can lead to one. */
  readonly matches: Map<string, PathMatches>
}

interface Place {
  /** Of the document itself, not of a value under an empty key. */
  readonly isRoot: boolean
  readonly path: string
  readonly shown: Selected
  readonly formatted: Selected
  readonly format: LeafFormat | null
}

/** One path. */
export class FieldNode {
  /** It is part of `_formatted`. */
  readonly isWritten: boolean
  /** It is written, or its matches are reported. */
  readonly isVisited: boolean
  readonly isHighlighted: boolean
  /** Words to keep; 0 for all. */
  readonly cropLength: number
  readonly locales: readonly string[] | undefined
  readonly matches: PathMatches
  readonly #tree: Tree
  readonly #place: Place
  readonly #children = new Map<string, FieldNode>()
  readonly #keys: Uint8Array[] = []
  readonly #nodes: FieldNode[] = []
  /** What `keyAhead` found. */
  found: FieldNode = this
  /** Place among the keys of the one that is expected next. */
  #next = 0

  constructor(tree: Tree, place: Place) {
    const { path, shown, formatted, format } = place
    const { rules } = tree
    this.#tree = tree
    this.#place = place
    this.isWritten = formatted !== 'none'
    this.isVisited = this.isWritten || (rules.hasPositions && shown !== 'none')
    this.isHighlighted = this.isWritten && format?.isHighlighted === true
    this.cropLength = this.isWritten ? (format?.cropLength ?? 0) : 0
    this.locales = place.isRoot ? undefined : rules.localesOf(path)
    this.matches = tree.matches.get(path) ?? new PathMatches(path)
    tree.matches.set(path, this.matches)
  }

  /** Begins with an object. */
  rewind(): void {
    this.#next = 0
  }

  /** The offset behind the key at `start` when it is the one that is expected next, which is `found` then; else -1. */
  keyAhead(bytes: Uint8Array, start: number): number {
    const next = this.#next
    const key = this.#keys[next]
    if (key === undefined || !stands(key, bytes, start)) return -1
    this.#next = next + 1
    this.found = this.#nodes[next]!
    return start + key.length
  }

  /** The node of the key that stands, with its quotes, at `bytes[start … end)`. */
  child(bytes: Uint8Array, start: number, end: number): FieldNode {
    const keys = this.#keys
    const next = this.#next
    for (let i = next; i < keys.length; i++) {
      if (isSame(keys[i]!, bytes, start, end)) return this.#take(i)
    }
    for (let i = 0; i < next; i++) {
      if (isSame(keys[i]!, bytes, start, end)) return this.#take(i)
    }
    const written = bytes.slice(start, end)
    const node = this.#named(String(JSON.parse(decoder.decode(written))))
    if (keys.length < KEYS_MAX) {
      keys.push(written)
      this.#nodes.push(node)
      this.#next = keys.length
    }
    return node
  }

  #take(index: number): FieldNode {
    this.#next = index + 1
    return this.#nodes[index]!
  }

  #named(key: string): FieldNode {
    let child = this.#children.get(key)
    if (child === undefined) {
      child = this.#create(key)
      this.#children.set(key, child)
    }
    return child
  }

  #create(key: string): FieldNode {
    const { rules } = this.#tree
    const { isRoot, path: above, shown, formatted } = this.#place
    const path = above === '' ? key : `${above}.${key}`
    const isHidden = isRoot && rules.hidden.has(key)
    return new FieldNode(this.#tree, {
      isRoot: false,
      path,
      shown: isHidden ? 'none' : childOf(shown, key),
      formatted: isHidden ? 'none' : childOf(formatted, key),
      format: isHidden ? null : rules.leafFormat(path),
    })
  }
}

function isSame(key: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  return key.length === end - start && stands(key, bytes, start)
}

/** Whether a key stands there. */
function stands(key: Uint8Array, bytes: Uint8Array, start: number): boolean {
  // keys that differ do so near their ends more often than at their starts
  for (let i = key.length - 1; i >= 0; i--) if (key[i] !== bytes[start + i]) return false
  return true
}

function childOf(selected: Selected, key: string): Selected {
  return typeof selected === 'string' ? selected : selected.child(key)
}
