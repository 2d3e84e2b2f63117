import { parseLocale } from './locales.ts'
import {
  type Place,
  memberPlace,
  missingField,
  problem,
  readArray,
  readFields,
  readString,
  readStrings,
} from './decoder.ts'

/** Locales (ISO-639-3) that texts of the matching paths are written in; none means "detect". */
export interface LocalizedAttribute {
  readonly attributePatterns: readonly string[]
  readonly locales: readonly string[]
}

/** Reads one rule; locales stay as they were sent. */
export function parseLocalizedAttribute(value: unknown, place: Place): LocalizedAttribute {
  const rule = readFields(value, place, ['attributePatterns', 'locales'])
  for (const name of ['attributePatterns', 'locales']) {
    if (rule[name] === undefined) throw missingField(name, place)
  }
  return {
    attributePatterns: readStrings(
      rule['attributePatterns'],
      memberPlace(place, 'attributePatterns'),
    ),
    locales: readArray(rule['locales'], memberPlace(place, 'locales'), readLocale),
  }
}

/** The rule as it is stored: two-letter codes in their three-letter form. */
export function resolveLocalizedAttribute(rule: LocalizedAttribute): LocalizedAttribute {
  return { ...rule, locales: rule.locales.map((code) => parseLocale(code) ?? code) }
}

function readLocale(value: unknown, place: Place): string {
  const code = readString(value, place)
  if (parseLocale(code) !== null) return code
  throw problem(
    place,
    `\`${code}\` is not a supported locale: use an ISO-639-3 code such as \`eng\`, or its two-letter form.`,
  )
}
