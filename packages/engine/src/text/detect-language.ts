// Which language a group of text is in, as far as cutting and normalizing depends on it. Chinese and Japanese are
// told apart by the share of kana; Latin and Arabic script by a small score of telling letters and frequent words,
// a modest stand-in for trained statistics.

import { SCRIPT } from './scripts.ts'
import type { Script } from './scripts.ts'

/** The language of `text` from `start` to `end`, a group of one script; null when none is known or needed. */
export function detectLanguage(
  text: string,
  start: number,
  end: number,
  script: Script,
  allowed: readonly string[] | undefined,
): string | null {
  if (allowed !== undefined && allowed.length === 1) return allowed[0] ?? null
  const isRestricted = allowed !== undefined && allowed.length > 0
  switch (script) {
    case SCRIPT.cj:
      return isRestricted
        ? detectCjAmong(text.slice(start, end), allowed)
        : detectCj(text.slice(start, end))
    case SCRIPT.arabic:
      return bestOf(text.slice(start, end), isRestricted ? allowed : ARABIC_LANGUAGES)
    case SCRIPT.latin:
      return isRestricted ? bestOf(text.slice(start, end), allowed) : null
    default:
      return null
  }
}

const CHINESE: ReadonlySet<string> = new Set(['cmn', 'zho'])
const ARABIC_LANGUAGES = ['ara', 'pes', 'urd']
const KANA_SHARE_OF_JAPANESE = 0.05

function detectCjAmong(text: string, allowed: readonly string[]): string {
  const chinese = allowed.find((language) => CHINESE.has(language))
  if (chinese === undefined) return 'jpn'
  return allowed.includes('jpn') && detectCj(text) === 'jpn' ? 'jpn' : chinese
}

function detectCj(text: string): string {
  let kanaCount = 0
  let hanCount = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x3040 && unit <= 0x30ff) kanaCount++
    else if (isHanUnit(unit)) hanCount++
  }
  return kanaCount > KANA_SHARE_OF_JAPANESE * (kanaCount + hanCount) ? 'jpn' : 'cmn'
}

// Astral ideographs are counted by their first unit.
function isHanUnit(unit: number): boolean {
  return (
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xd840 && unit <= 0xd8bf)
  )
}

const SAMPLE_LENGTH = 2_000

interface Profile {
  readonly language: string
  readonly signs: RegExp
}

// The first language listed wins ties, and wins when nothing tells.
function bestOf(text: string, languages: readonly string[]): string | null {
  const sample = ` ${text.slice(0, SAMPLE_LENGTH).toLowerCase()} `
  let best = languages[0] ?? null
  let bestScore = 0
  for (const { language, signs } of PROFILES) {
    if (!languages.includes(language)) continue
    const score = sample.match(signs)?.length ?? 0
    if (score > bestScore) {
      best = language
      bestScore = score
    }
  }
  return best
}

// Telling letters, endings and words (a blank stands for a word's edge).
const PROFILES: readonly Profile[] = [
  profile(
    'deu',
    'ä ö ü ß sch ch ck tz pf ei eu ung_ heit_ keit_ en_ er_ _der_ _die_ _das_ _und_ _ist_ _nicht_ _mit_ _ein_',
  ),
  profile(
    'eng',
    'th wh sh oo ee ing_ tion_ ly_ ed_ ow y_ _the_ _and_ _of_ _to_ _is_ _in_ _with_ _for_ _a_',
  ),
  profile(
    'fra',
    "é è ê ç à ù œ oi eau eux_ ou ais_ ent_ que qu' d' l' _le_ _la_ _les_ _et_ _des_ _du_ _une_ _est_ _dans_",
  ),
  profile(
    'spa',
    'ñ ó á í ú ¿ ¡ ll ción_ os_ as_ dad_ _el_ _la_ _los_ _las_ _y_ _de_ _que_ _en_ _con_ _por_ _es_',
  ),
  profile(
    'por',
    'ã õ ç á ê lh nh ção_ ções_ ão_ _o_ _os_ _e_ _do_ _da_ _que_ _em_ _com_ _para_ _não_ _uma_',
  ),
  profile(
    'ita',
    'gli gn cch zz ò ù zione_ tà_ are_ i_ o_ _il_ _di_ _che_ _e_ _la_ _per_ _con_ _della_ _una_ _è_',
  ),
  profile(
    'nld',
    'ij aa oo ee sch uu lijk_ heid_ en_ _de_ _het_ _een_ _en_ _van_ _is_ _niet_ _met_ _op_ _te_',
  ),
  profile(
    'swe',
    'å ä ö sk kt tt ning_ het_ ar_ na_ _och_ _att_ _det_ _som_ _en_ _är_ _på_ _av_ _för_ _inte_ _ett_',
  ),
  profile('dan', 'æ ø å ej hv gd _og_ _at_ _det_ _som_ _en_ _er_ _på_ _af_ _ikke_ _til_ _et_ _de_'),
  profile(
    'nob',
    'æ ø å kj øy ei hv _og_ _å_ _det_ _som_ _en_ _er_ _på_ _av_ _ikke_ _til_ _et_ _jeg_',
  ),
  profile(
    'fin',
    'ää öö yy aa ii uu kk tt ssa_ ssä_ lla_ nen_ en_ _ja_ _on_ _ei_ _se_ _että_ _oli_',
  ),
  profile('pol', 'ł ą ę ó ś ż ź ć sz cz rz dz ie_ ego_ _w_ _i_ _na_ _nie_ _z_ _się_ _do_ _jest_'),
  profile('ces', 'ř ě ů č š ž ý í á ou_ ní_ _a_ _v_ _na_ _se_ _je_ _že_ _do_ _to_'),
  profile('tur', 'ı ğ ş ç ö ü lar_ ler_ lık_ yor_ _ve_ _bir_ _bu_ _da_ _de_ _için_ _ile_'),
  profile('hun', 'ő ű gy sz cs zs ny á é ö ü ság_ ség_ _a_ _az_ _és_ _hogy_ _nem_ _egy_ _is_'),
  profile('ron', 'ă ș ț ş ţ î â ul_ ului_ ea_ _și_ _de_ _la_ _în_ _cu_ _pe_ _este_ _un_'),
  profile('vie', 'ơ ư đ ạ ả ế ệ ộ ng_ nh ph tr _và_ _là_ _của_ _có_ _không_'),
  profile('ara', 'ة ى ك ي أ إ _في_ _من_ _على_ _إلى_ _و'),
  profile('pes', 'پ چ ژ گ ک ی _از_ _به_ _که_ _است_ _را_'),
  profile('urd', 'ٹ ڈ ڑ ں ے ہ ھ _ہے_ _کے_ _کی_ _اور_'),
]

function profile(language: string, signs: string): Profile {
  const alternatives = signs
    .split(' ')
    // the edge after a word is looked at, not taken: the next word may need it
    .map((sign) => sign.replace(/_$/, '(?=[^\\p{L}])').replace(/^_/, '(?<=[^\\p{L}])'))
  return { language, signs: new RegExp(alternatives.join('|'), 'gu') }
}
