import type { Template } from 'liquidjs'

import { InputError } from '../errors.ts'
import type { Fragment, Json } from '../settings/embedders.ts'
import { visibleFields } from './document-template.ts'
import { liquid, liquidReason, parseLiquid } from './liquid.ts'

/** JSON whose strings are templates, by name. */
export class Fragments {
  readonly #patterns: ReadonlyMap<string, Pattern>

  /** Throws InputError when a string is not a template; `place` starts the path in the message. */
  constructor(fragments: Readonly<Record<string, Fragment>>, place = 'fragments') {
    this.#patterns = new Map(
      Object.entries(fragments).map(([name, { value }]) => [
        name,
        parse(value, `${place}.${name}`),
      ]),
    )
  }

  /** The fragments that can be rendered in this scope, by name; others are left out. */
  render(scope: Readonly<Record<string, unknown>>): ReadonlyMap<string, Json> {
    const rendered = new Map<string, Json>()
    for (const [name, pattern] of this.#patterns) {
      try {
        rendered.set(name, fill(pattern, scope))
      } catch {
        // something it asks for is not there: the interface leaves such a fragment out without a word
      }
    }
    return rendered
  }
}

/** The fragments that a document has, by name. */
export function renderFragments(
  fragments: Fragments,
  document: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, Json> {
  return fragments.render({ doc: visibleFields(document) })
}

type Pattern =
  | { readonly kind: 'text'; readonly templates: Template[] }
  | { readonly kind: 'list'; readonly items: readonly Pattern[] }
  | { readonly kind: 'map'; readonly members: readonly (readonly [string, Pattern])[] }
  | { readonly kind: 'value'; readonly value: Json }

function parse(value: Json, path: string): Pattern {
  if (typeof value === 'string') return { kind: 'text', templates: parseText(value, path) }
  if (typeof value !== 'object' || value === null) return { kind: 'value', value }
  if (Array.isArray(value)) {
    const items: readonly Json[] = value
    return { kind: 'list', items: items.map((item, at) => parse(item, `${path}[${at}]`)) }
  }
  const members = Object.entries(value)
  return {
    kind: 'map',
    members: members.map(([name, member]) => [name, parse(member, `${path}.${name}`)] as const),
  }
}

function parseText(source: string, path: string): Template[] {
  try {
    return parseLiquid(source)
  } catch (error) {
    throw new InputError(
      'vector_embedding_error',
      `\`${path}\` cannot be read as a template: ${liquidReason(error)}.`,
    )
  }
}

function fill(pattern: Pattern, scope: Readonly<Record<string, unknown>>): Json {
  switch (pattern.kind) {
    case 'text':
      return String(liquid().renderSync(pattern.templates, scope))
    case 'list':
      return pattern.items.map((item) => fill(item, scope))
    case 'map':
      return Object.fromEntries(pattern.members.map(([name, inner]) => [name, fill(inner, scope)]))
    case 'value':
      return pattern.value
  }
}
