// Writes requests and reads responses by the templates of an embedder.

import { editDistance } from '../bits/edit-distance.ts'
import type { Json } from '../settings/embedders.ts'
import type { JsonPath, RestTemplate } from '../settings/rest-template.ts'
import { EmbedFailure } from './embed-failure.ts'

/** The request for some inputs: the template with the inputs in place of the placeholder. */
export function writeRequest(template: Json, places: RestTemplate, inputs: readonly Json[]): Json {
  const { repeatedPath, placeholderPath } = places
  if (repeatedPath === null) return replaceAt(template, placeholderPath, inputs[0] ?? null)
  const pattern = follow(template, [...repeatedPath, 0])
  return replaceAt(
    template,
    repeatedPath,
    inputs.map((input) => replaceAt(pattern, placeholderPath, input)),
  )
}

/** The vectors in an answer. Throws EmbedFailure when it has another shape, or not `count` vectors. */
export function readVectors(answer: unknown, places: RestTemplate, count: number): Float32Array[] {
  const { repeatedPath, placeholderPath } = places
  if (repeatedPath === null) {
    const found = find(answer, placeholderPath, { path: 'response', what: 'a single vector' })
    return [toVector(found, { path: showPath('response', placeholderPath), what: 'the vector' })]
  }
  const path = showPath('response', repeatedPath)
  const list = find(answer, repeatedPath, { path: 'response', what: 'the array of vectors' })
  if (!Array.isArray(list)) {
    throw misfit(`\`${path}\` must be the array of vectors, but it is ${describe(list)}`)
  }
  if (list.length !== count) {
    throw misfit(`\`${path}\` must have ${count} items, one per input, but it has ${list.length}`)
  }
  const items: readonly unknown[] = list
  return items.map((item, at) => {
    const place = { path: `${path}[${at}]`, what: `item #${at} of the array` }
    return toVector(find(item, placeholderPath, place), {
      path: showPath(place.path, placeholderPath),
      what: place.what,
    })
  })
}

interface AnswerPlace {
  readonly path: string
  readonly what: string
}

function follow(value: Json, path: JsonPath): Json {
  let at = value
  for (const step of path) at = memberOf(at, step) as Json
  return at
}

/** A copy with another value at the end of the path; what is beside the path is shared. */
function replaceAt(value: Json, path: JsonPath, replacement: Json): Json {
  const [step, ...rest] = path
  if (step === undefined) return replacement
  if (typeof step === 'number') {
    const items = value as readonly Json[]
    return items.map((item, at) => (at === step ? replaceAt(item, rest, replacement) : item))
  }
  const members = Object.entries(value as { readonly [name: string]: Json })
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      name === step ? replaceAt(member, rest, replacement) : member,
    ]),
  )
}

function find(answer: unknown, path: JsonPath, place: AnswerPlace): unknown {
  let at = answer
  let shown = place.path
  for (const step of path) {
    const next = memberOf(at, step)
    if (next === undefined) throw misfit(missing(at, step, { path: shown, what: place.what }))
    at = next
    shown = showPath(shown, [step])
  }
  return at
}

function memberOf(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return typeof step === 'number' ? (value[step] as unknown) : undefined
  if (typeof step === 'number' || !Object.hasOwn(value, step)) return undefined
  return (value as Readonly<Record<string, unknown>>)[step]
}

function missing(holder: unknown, step: string | number, place: AnswerPlace): string {
  const start = `while looking for ${place.what}: \`${place.path}\``
  if (typeof step === 'number') {
    return `${start} must be an array with at least ${step + 1} items, but it is ${describe(holder)}`
  }
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) {
    return `${start} must be an object with the key \`${step}\`, but it is ${describe(holder)}`
  }
  const near = Object.keys(holder).find(
    (name) => Math.abs(name.length - step.length) <= 2 && editDistance(name, step) <= 2,
  )
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`
  return `${start} has no key \`${step}\`${hint}`
}

function toVector(value: unknown, place: AnswerPlace): Float32Array {
  if (!Array.isArray(value)) {
    throw misfit(
      `${place.what}, \`${place.path}\`, must be an array of numbers, but it is ${describe(value)}`,
    )
  }
  const numbers: readonly unknown[] = value
  const vector = new Float32Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    const component = numbers[at]
    if (typeof component !== 'number') {
      throw misfit(
        `${place.what}, \`${place.path}\`, must be an array of numbers, but \`[${at}]\` is ${describe(component)}`,
      )
    }
    vector[at] = component
  }
  return vector
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `an array of size ${value.length}`
  if (typeof value === 'object' && value !== null) {
    return `an object with ${Object.keys(value).length} fields`
  }
  if (value === undefined) return 'not there'
  const text = JSON.stringify(value)
  return `\`${text.length > 80 ? `${text.slice(0, 80)}…` : text}\``
}

function showPath(start: string, path: JsonPath): string {
  return path.reduce<string>(
    (shown, step) => (typeof step === 'number' ? `${shown}[${step}]` : `${shown}.${step}`),
    start,
  )
}

function misfit(text: string): EmbedFailure {
  return new EmbedFailure('runtime error', `the server's answer does not fit: ${text}`)
}
