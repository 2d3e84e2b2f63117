// Documents cut into words and positions, straight from relevancy 2: slow, obvious, and the oracle for everything faster.

import { POSITION_MAX, WORD_BYTES_MAX } from '../../src/limits.ts'
import type { Settings } from '../../src/settings/settings-table.ts'
import { localesFor } from '../../src/settings/locales.ts'
import type { Tokenizer } from '../../src/text/token.ts'
import { utf8Length } from '../../src/bits/word-order.ts'

/** One indexed word of a document. */
export interface Occurrence {
  readonly word: string
  readonly field: string
  readonly position: number
}

/** Values of one field in the order they are visited; null where a container or nothing was visited. */
type FieldValues = Map<string, (string | null)[]>

/** All indexed words of a document. */
export function indexDocument(
  document: Readonly<Record<string, unknown>>,
  settings: Settings,
  tokenizer: Tokenizer,
): Occurrence[] {
  const occurrences: Occurrence[] = []
  for (const [field, values] of flatten(document)) {
    if (searchableWeight(field, settings.searchableAttributes) < 0) continue
    const locales = localesFor(field, settings.localizedAttributes)
    let last = -8
    for (const value of values) {
      const base: number = last + 8
      last = base
      if (value === null) continue
      let hasWord = false
      let isAfterHard = false
      for (const token of tokenizer.tokenize(value, locales)) {
        if (token.kind === 'hardSeparator') isAfterHard = true
        if (token.kind !== 'word' && token.kind !== 'stopWord') continue
        if (token.lemma === '') continue
        if (hasWord) last += isAfterHard ? 8 : 1
        hasWord = true
        isAfterHard = false
        if (last > POSITION_MAX) break
        const word = token.lemma.trim()
        if (token.kind === 'stopWord' || word === '' || utf8Length(word) > WORD_BYTES_MAX) continue
        occurrences.push({ word, field, position: last })
      }
    }
  }
  return occurrences
}

/** The weight of a field, or -1 when it is not searchable. */
export function searchableWeight(field: string, attributes: readonly string[]): number {
  if (/^_(?:vectors|geo|geojson)(?:\.|$)/u.test(field)) return -1
  if (attributes.includes('*')) return 0
  return attributes.findIndex((attribute) => isAtOrBelow(field, attribute))
}

/** Whether a field is an attribute or lies below it. */
export function isAtOrBelow(field: string, attribute: string): boolean {
  return field === attribute || field.startsWith(`${attribute}.`)
}

function flatten(document: Readonly<Record<string, unknown>>): FieldValues {
  const fields: FieldValues = new Map()
  const push = (field: string, value: string | null): void => {
    const values = fields.get(field) ?? []
    fields.set(field, values)
    values.push(value)
  }
  const visitObject = (prefix: string, object: object): void => {
    for (const [key, value] of Object.entries(object)) {
      visit(prefix === '' ? key : `${prefix}.${key}`, value, prefix !== '')
    }
  }
  const visit = (field: string, value: unknown, countsContainer: boolean): void => {
    if (typeof value !== 'object' || value === null) {
      push(field, value === null || value === '' ? null : String(value))
      return
    }
    const isEmpty = Object.keys(value).length === 0
    if (countsContainer || isEmpty) push(field, null)
    if (Array.isArray(value)) for (const element of value) visit(field, element, false)
    else visitObject(field, value)
  }
  visitObject('', document)
  return fields
}
