import { InputError } from '../errors.ts'
import type { Searcher } from '../index/searcher.ts'
import { matchesPattern } from '../settings/attribute-pattern.ts'
import { isDisplayed } from '../settings/attribute-selection.ts'
import type { Settings } from '../settings/settings-table.ts'

const NAME_SHOWN_LENGTH_MAX = 100

/**
 * Throws about the first name or pattern of `attributesToSearchOn` that selects nothing searchable. Where every field is
 * searchable, names that no document has yet are no mistake.
 */
export function checkSearchedAttributes(
  attributes: readonly string[] | null,
  searcher: Pick<Searcher, 'settings' | 'fields'>,
): void {
  const { searchableAttributes } = searcher.settings
  if (attributes === null || searchableAttributes.includes('*')) return
  const wrong = attributes.find((name) => name !== '*' && !isSearchable(name, searcher))
  if (wrong !== undefined) throw notSearchable(wrong, searcher.settings)
}

/** A listed attribute is searchable before any document has it, what is below it once a document does. */
function isSearchable(
  pattern: string,
  { settings, fields }: Pick<Searcher, 'settings' | 'fields'>,
): boolean {
  if (settings.searchableAttributes.some((name) => matchesPattern(pattern, name))) return true
  for (let id = 0; id < fields.count; id++) {
    if (fields.weight(id) >= 0 && matchesPattern(pattern, fields.path(id))) return true
  }
  return false
}

/** Attributes that hits do not show are not named either. */
function notSearchable(name: string, settings: Settings): InputError {
  const shown = settings.searchableAttributes.filter((path) => isDisplayed(settings, path))
  const listed = shown.map((path) => `\`${path}\``)
  if (shown.length < settings.searchableAttributes.length) listed.push('`<..hidden-attributes>`')
  const available =
    listed.length === 0
      ? 'This index has no searchable attributes.'
      : `Searchable attributes: ${listed.join(', ')}.`
  const { length } = name
  const quoted = length > NAME_SHOWN_LENGTH_MAX ? `${name.slice(0, NAME_SHOWN_LENGTH_MAX)}…` : name
  return new InputError(
    'invalid_search_attributes_to_search_on',
    `Attribute \`${quoted}\` is not searchable. ${available}`,
  )
}
