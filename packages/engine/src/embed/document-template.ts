import type { Template } from 'liquidjs'

import { InputError } from '../errors.ts'
import { DEFAULT_DOCUMENT_TEMPLATE } from '../settings/document-template.ts'
import { liquid, liquidReason, missingVariable, parseLiquid, writeValue } from './liquid.ts'

/** Members of a document that are not text: templates and fragments do not see them. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set(['_vectors', '_geo', '_geojson'])

/** What a template says about a document: the text that is given to an embedder. */
export class DocumentTemplate {
  /** Null for the default template, which is written without the template language. */
  readonly #parts: Template[] | null

  private constructor(parts: Template[] | null) {
    this.#parts = parts
  }

  /** Throws InputError when the source is not a template. */
  static parse(source: string): DocumentTemplate {
    if (source === DEFAULT_DOCUMENT_TEMPLATE) return new DocumentTemplate(null)
    try {
      return new DocumentTemplate(parseLiquid(source))
    } catch (error) {
      throw new InputError(
        'invalid_settings_embedders',
        `The document template cannot be read: ${liquidReason(error)}.`,
      )
    }
  }

  /**
   * The text for a document, cut to `bytesMax` bytes of UTF-8 at the end of a character. Throws InputError when the
   * template asks for something that the document does not have.
   */
  render(
    document: Readonly<Record<string, unknown>>,
    isSearchable: (field: string) => boolean,
    bytesMax: number,
    documentId?: string,
  ): string {
    const doc = visibleFields(document)
    if (this.#parts === null) return writeDefault(doc, isSearchable, bytesMax)
    const scope = {
      doc,
      // most templates do not look at it
      get fields(): readonly TemplateField[] {
        return Object.entries(doc).map(([name, value]) => ({
          name,
          value,
          is_searchable: isSearchable(name),
        }))
      },
    }
    try {
      return cutBytes(String(liquid().renderSync(this.#parts, scope)), bytesMax)
    } catch (error) {
      const owner = documentId === undefined ? 'a document' : `document \`${documentId}\``
      throw new InputError(
        'invalid_document_fields',
        `The document template cannot be rendered for ${owner}: ${renderReason(error, scope)}.`,
      )
    }
  }
}

/** Why a template cannot be read, or null when it can: what settings are checked with. */
export function checkTemplate(source: string): string | null {
  try {
    parseLiquid(source)
    return null
  } catch (error) {
    return `${liquidReason(error)}.`
  }
}

/** The document without the members that are not text. */
export function visibleFields(
  document: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  for (const name of HIDDEN_FIELDS) {
    if (!Object.hasOwn(document, name)) continue
    return Object.fromEntries(Object.entries(document).filter(([key]) => !HIDDEN_FIELDS.has(key)))
  }
  return document
}

/** What went wrong, with the names that would have been there. */
export function renderReason(error: unknown, scope: Readonly<Record<string, unknown>>): string {
  const missing = missingVariable(error)
  if (missing === null) return liquidReason(error)
  return `\`${missing}\` is not there; there is ${availableNames(missing, scope)}`
}

/** What the default template gives, a dozen times faster: most embedders have no other. */
function writeDefault(
  doc: Readonly<Record<string, unknown>>,
  isSearchable: (field: string) => boolean,
  bytesMax: number,
): string {
  let text = ''
  for (const name of Object.keys(doc)) {
    const value = doc[name]
    if (value === null || !isSearchable(name)) continue
    text += `${name}: ${writeValue(value)}\n`
    if (text.length > bytesMax) break
  }
  return cutBytes(text, bytesMax)
}

interface TemplateField {
  readonly name: string
  readonly value: unknown
  readonly is_searchable: boolean
}

const NAMES_SHOWN = 20

/** Names beside the missing one: those of the object that it was looked for in. */
function availableNames(missing: string, scope: Readonly<Record<string, unknown>>): string {
  let place: unknown = scope
  let path = ''
  for (const step of missing.split('.').slice(0, -1)) {
    place = memberOf(place, step)
    path += `${step}.`
  }
  if (typeof place !== 'object' || place === null) return 'no object that could hold it'
  if (Array.isArray(place)) return `an array of size ${place.length}`
  const names = Object.keys(place)
  if (names.length === 0) return 'nothing in that object'
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `\`${path}${name}\``)
  return shown.join(', ') + (names.length > shown.length ? ', …' : '')
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

function cutBytes(text: string, bytesMax: number): string {
  // a character of UTF-16 is three bytes at most
  if (text.length * 3 <= bytesMax || Buffer.byteLength(text) <= bytesMax) return text
  const bytes = Buffer.from(text)
  let end = bytesMax
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}
