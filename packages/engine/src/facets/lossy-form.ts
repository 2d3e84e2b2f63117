// The form in which facet values are searched: the filter form put through the tokenizer's normalizers, in one piece.

import type { ColumnPart } from '../index/column-view.ts'
import type { Tokenizer } from '../text/token.ts'

/** What the form depends on. */
export interface LossyOptions {
  readonly tokenizer: Tokenizer
  readonly locales: readonly string[] | undefined
}

/** Lowercase, compatible forms folded, marks removed; separators stay. */
export function lossyForm(text: string, { tokenizer, locales }: LossyOptions): string {
  if (PRINTABLE_ASCII.test(text)) return text.toLowerCase()
  let form = ''
  for (const token of tokenizer.tokenize(text, locales)) form += token.lemma
  return form
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

interface PartForms {
  readonly tokenizer: Tokenizer
  readonly locales: string
  readonly forms: (string | undefined)[]
}

/** Forms by ordinal, as long as the segment lives. */
const formsByEntries = new WeakMap<Uint32Array, PartForms>()

/** The form of a value of a column; remembered. */
export function lossyValue(part: ColumnPart, ordinal: number, options: LossyOptions): string {
  const { tokenizer } = options
  const locales = options.locales?.join() ?? ''
  let known = formsByEntries.get(part.entries)
  if (known === undefined || known.tokenizer !== tokenizer || known.locales !== locales) {
    known = { tokenizer, locales, forms: [] }
    formsByEntries.set(part.entries, known)
  }
  return (known.forms[ordinal] ??= lossyForm(part.string(ordinal), options))
}
