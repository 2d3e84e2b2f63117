// Which leaves of a document are highlighted or cropped, from the lists of names a request gives.

import { isAtOrBelow } from './selection.ts'

/** What happens to the text of one leaf. */
export interface LeafFormat {
  readonly isHighlighted: boolean
  /** Words to keep; null or 0 for all. */
  readonly cropLength: number | null
}

/** The part of a request that asks for formatting. */
export interface FormatRequest {
  readonly attributesToHighlight: readonly string[] | null
  readonly attributesToCrop: readonly string[] | null
  readonly cropLength: number
}

/** What the index knows about a name. */
export interface NameKnowledge {
  /** True when the name exists in the index and may be shown. */
  isShown(name: string): boolean
  /** Sorts names in the order in which the index came to know them; unknown names last. */
  order(name: string): number
}

/** The compiled formatting of one search. */
export interface FormatRules {
  /** True when every shown attribute is asked for. */
  readonly coversAll: boolean
  /** Names asked for by name that are known and shown. */
  readonly names: readonly string[]
  /** The formatting of the leaf at a dotted path; null for none. */
  leafFormat(path: string): LeafFormat | null
}

/** Compiles the formatting of a search; null when nothing that is asked for is known and shown. */
export function compileFormatRules(
  request: FormatRequest,
  knowledge: NameKnowledge,
): FormatRules | null {
  const byName = new Map<string, LeafFormat>()
  let all: LeafFormat | null = null

  for (const name of request.attributesToHighlight ?? []) {
    const format: LeafFormat = { isHighlighted: true, cropLength: null }
    if (name === '*') all = format
    else if (knowledge.isShown(name)) byName.set(name, format)
  }
  for (const item of request.attributesToCrop ?? []) {
    const { name, cropLength } = parseCropItem(item, request.cropLength)
    if (name === '*') {
      all = { isHighlighted: all?.isHighlighted ?? false, cropLength }
      // A later item counts for every attribute, also for those named before.
      for (const [known, format] of byName) byName.set(known, { ...format, cropLength })
    } else if (knowledge.isShown(name)) {
      const isHighlighted = (byName.get(name) ?? all)?.isHighlighted ?? false
      byName.set(name, { isHighlighted, cropLength })
    }
  }
  if (all === null && byName.size === 0) return null
  return new CompiledFormatRules(byName, all, knowledge)
}

/** Splits `name:length` at the last colon; a length that is no number leaves the default. */
export function parseCropItem(
  item: string,
  defaultLength: number,
): { name: string; cropLength: number } {
  const colon = item.lastIndexOf(':')
  if (colon < 0) return { name: item, cropLength: defaultLength }
  const digits = item.slice(colon + 1)
  const cropLength = /^\+?[0-9]+$/.test(digits) ? Number(digits) : defaultLength
  return { name: item.slice(0, colon), cropLength }
}

class CompiledFormatRules implements FormatRules {
  readonly coversAll: boolean
  readonly names: readonly string[]
  readonly #byName: ReadonlyMap<string, LeafFormat>
  readonly #all: LeafFormat | null
  readonly #knowledge: NameKnowledge

  constructor(
    byName: ReadonlyMap<string, LeafFormat>,
    all: LeafFormat | null,
    knowledge: NameKnowledge,
  ) {
    this.coversAll = all !== null
    this.names = [...byName.keys()]
    this.#byName = byName
    this.#all = all
    this.#knowledge = knowledge
  }

  leafFormat(path: string): LeafFormat | null {
    const formats = this.#namesFor(path)
      .map((name) => this.#byName.get(name) ?? this.#all)
      .filter((format) => format !== null)
    if (formats.length === 0) return null
    return {
      isHighlighted: formats.some((format) => format.isHighlighted),
      cropLength: formats.find((format) => format.cropLength !== null)?.cropLength ?? null,
    }
  }

  /** Names whose request reaches this leaf: itself, what is above it and, since it may be an object elsewhere, below it. */
  #namesFor(path: string): string[] {
    const names = new Set<string>()
    if (this.#all !== null) {
      for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
        const parent = path.slice(0, dot)
        if (this.#knowledge.isShown(parent)) names.add(parent)
      }
      names.add(path)
    }
    for (const name of this.names) {
      if (isAtOrBelow(path, name) || isAtOrBelow(name, path)) names.add(name)
    }
    const order = (name: string) => this.#knowledge.order(name)
    return [...names].toSorted((a, b) => order(a) - order(b))
  }
}
