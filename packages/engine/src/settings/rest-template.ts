// Request and response templates of `rest` embedders: JSON with one placeholder that says where an input goes or a vector
// is found, and an optional `{{..}}` as second element of an array, which repeats the first element for every input.

import { InputError } from '../errors.ts'
import { JSON_DEPTH_MAX } from '../limits.ts'
import type { Json } from './embedders.ts'

/** Steps from the top of a JSON value to a place inside it. */
export type JsonPath = readonly (string | number)[]

/** Where the placeholder of a template is. */
export interface RestTemplate {
  readonly placeholder: string
  /** The array whose first element is repeated, or null when the template takes one input. */
  readonly repeatedPath: JsonPath | null
  /** From the top, or from the repeated element when there is one. */
  readonly placeholderPath: JsonPath
}

/** Reads a template; `name` (`request`, `response`) starts the path in messages. */
export function parseRestTemplate(
  template: Json,
  options: { readonly name: string; readonly placeholders: readonly string[] },
): RestTemplate {
  const walk: Walk = { ...options, found: null, repeatedPath: null }
  visit(template, [], walk)
  if (walk.found === null) {
    const expected = options.placeholders.map((word) => `\`${word}\``).join(' or ')
    throw templateError(`\`${options.name}\` has no placeholder: ${expected} is expected once.`)
  }
  return {
    placeholder: walk.found.placeholder,
    repeatedPath: walk.repeatedPath,
    placeholderPath:
      walk.repeatedPath === null
        ? walk.found.path
        : walk.found.path.slice(walk.repeatedPath.length + 1),
  }
}

/** Refuses a request that repeats beside a response that does not, and the reverse. */
export function checkTemplatesAgree(request: RestTemplate, response: RestTemplate): void {
  if ((request.repeatedPath === null) === (response.repeatedPath === null)) return
  const [repeated, single] =
    request.repeatedPath === null ? ['response', 'request'] : ['request', 'response']
  throw templateError(
    `\`${repeated}\` repeats with \`${REPEAT}\` but \`${single}\` does not: both or neither must.`,
  )
}

const REPEAT = '{{..}}'

interface Walk {
  readonly name: string
  readonly placeholders: readonly string[]
  found: { readonly placeholder: string; readonly path: JsonPath } | null
  repeatedPath: JsonPath | null
}

function visit(value: Json, path: JsonPath, walk: Walk): void {
  if (path.length > JSON_DEPTH_MAX) throw templateError(`\`${walk.name}\` is nested too deeply.`)
  if (typeof value === 'string') return visitText(value, path, walk)
  if (typeof value !== 'object' || value === null) return
  if (isArray(value)) return visitArray(value, path, walk)
  for (const [name, member] of Object.entries(value)) visit(member, [...path, name], walk)
}

function visitText(text: string, path: JsonPath, walk: Walk): void {
  if (text === REPEAT) {
    throw templateError(
      `\`${show(walk, path)}\`: \`${REPEAT}\` may only be the second element of an array, once.`,
    )
  }
  if (!walk.placeholders.includes(text)) return
  if (walk.found !== null) {
    throw templateError(
      `\`${show(walk, path)}\` holds a second placeholder: the first is at \`${show(walk, walk.found.path)}\`.`,
    )
  }
  walk.found = { placeholder: text, path }
}

function visitArray(items: readonly Json[], path: JsonPath, walk: Walk): void {
  if (items[1] !== REPEAT) {
    items.forEach((item, position) => visit(item, [...path, position], walk))
    return
  }
  if (items.indexOf(REPEAT, 2) > 0) visitText(REPEAT, [...path, items.indexOf(REPEAT, 2)], walk)
  if (walk.repeatedPath !== null) {
    throw templateError(
      `\`${show(walk, path)}\` repeats inside or beside another repeated element.`,
    )
  }
  walk.repeatedPath = path
  const foundBefore = walk.found
  visit(items[0] ?? null, [...path, 0], walk)
  if (walk.found === foundBefore) {
    throw templateError(`\`${show(walk, path)}\` repeats an element without a placeholder.`)
  }
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function show(walk: Walk, path: JsonPath): string {
  return path.reduce<string>(
    (shown, step) => (typeof step === 'number' ? `${shown}[${step}]` : `${shown}.${step}`),
    walk.name,
  )
}

function templateError(message: string): InputError {
  return new InputError('vector_embedding_error', message)
}
