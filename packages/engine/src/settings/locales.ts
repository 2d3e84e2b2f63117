import { matchesPattern } from './attribute-pattern.ts'

const THREE_LETTER_CODES =
  'epo eng rus cmn zho spa por ita ben fra deu ukr kat ara hin jpn heb yid pol amh jav kor nob dan swe fin tur nld ' +
  'hun ces ell bul bel mar kan ron slv hrv srp mkd lit lav est tam vie urd tha guj uzb pan aze ind tel pes mal ori ' +
  'mya nep sin khm tuk aka zul sna afr lat slk cat tgl hye'

const TWO_LETTER_ALIASES =
  'af:afr ak:aka am:amh ar:ara az:aze be:bel bg:bul bn:ben ca:cat cs:ces da:dan de:deu el:ell en:eng eo:epo es:spa ' +
  'et:est fa:pes fi:fin fr:fra gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye id:ind it:ita ja:jpn jv:jav ka:kat km:khm ' +
  'kn:kan ko:kor la:lat lt:lit lv:lav mk:mkd ml:mal mr:mar my:mya nb:nob ne:nep nl:nld or:ori pa:pan pl:pol pt:por ' +
  'ro:ron ru:rus si:sin sk:slk sl:slv sn:sna sr:srp sv:swe ta:tam te:tel th:tha tk:tuk tl:tgl tr:tur uk:ukr ur:urd ' +
  'uz:uzb vi:vie yi:yid zh:zho zu:zul'

/** Every accepted locale code, two-letter aliases included, with its three-letter form. */
export const LOCALES: ReadonlyMap<string, string> = new Map([
  ...THREE_LETTER_CODES.split(' ').map((code): [string, string] => [code, code]),
  ...TWO_LETTER_ALIASES.split(' ').map((pair): [string, string] => [
    pair.slice(0, 2),
    pair.slice(3),
  ]),
])

/** The three-letter form of an accepted locale code (case matters), or null. */
export function parseLocale(code: string): string | null {
  return LOCALES.get(code) ?? null
}

/** Locales that a request names, in three-letter form; null when it names none and leaves the choice to the index. */
export function requestedLocales(locales: readonly string[] | null): readonly string[] | null {
  if (locales === null || locales.length === 0) return null
  return locales.map((code) => parseLocale(code) ?? code)
}

/** One rule of the `localizedAttributes` setting, its locales in three-letter form. */
export interface LocalizedAttributes {
  readonly attributePatterns: readonly string[]
  readonly locales: readonly string[]
}

/** The locales of the first rule matching a field, or undefined when none does or the rule asks for detection. */
export function localesFor(
  path: string,
  localizedAttributes: readonly LocalizedAttributes[] | null | undefined,
): readonly string[] | undefined {
  for (const rule of localizedAttributes ?? []) {
    if (!rule.attributePatterns.some((pattern) => matchesPattern(pattern, path))) continue
    return rule.locales.length === 0 ? undefined : rule.locales
  }
  return undefined
}
