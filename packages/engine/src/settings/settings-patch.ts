import { InputError } from '../errors.ts'
import type { TemplateCheck } from './document-template.ts'
import type { Place } from './decoder.ts'
import { maskEmbedder } from './merge-embedders.ts'
import { type Decoders, readPatch } from './patch.ts'
import {
  type ApplyContext,
  type ParseContext,
  SETTINGS_TABLE,
  SETTING_NAMES,
  type SettingFeature,
  type SettingInput,
  type SettingName,
  type Settings,
  type SettingsPatch,
} from './settings-table.ts'

/** What reading settings needs besides the body. */
export interface SettingsOptions {
  /** Experimental features that are on; all of them when absent. */
  readonly features?: ReadonlySet<SettingFeature>
  /** Tells why a document template cannot be read; without it, templates are not looked at. */
  readonly checkTemplate?: TemplateCheck
}

/** Reads the body of `PATCH /settings`. Throws InputError: the first problem in the order of the body. */
export function parseSettingsPatch(body: unknown, options: SettingsOptions = {}): SettingsPatch {
  const context = parseContext(options)
  const decoders = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, decoderOf(name, context)]),
  ) as Decoders<Required<SettingsPatch>>
  const place: Place = { path: '', code: 'bad_request' }
  const patch = readPatch<Required<SettingsPatch>>(body, place, decoders) as SettingsPatch
  requireFeatures(patch, context)
  return patch
}

/** Reads the body of the sub-route of one setting; null resets it. */
export function parseOneSetting(
  name: SettingName,
  body: unknown,
  options: SettingsOptions = {},
): SettingsPatch {
  const context = parseContext(options)
  const place: Place = { path: '', code: SETTINGS_TABLE[name].code }
  const input = body === null ? null : SETTINGS_TABLE[name].parse(body, place, context)
  const patch: SettingsPatch = { [name]: input }
  requireFeatures(patch, context)
  return patch
}

/** Resets every setting: what `DELETE /settings` asks for. */
export const RESET_ALL_SETTINGS: SettingsPatch = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, null]),
)

/**
 * The settings after a change. Throws InputError when the change does not go together with what is stored.
 * `normalizeWord` is the form in which the tokenizer would put a query word.
 */
export function applySettingsPatch(
  current: Settings,
  patch: SettingsPatch,
  normalizeWord: (word: string) => string,
): Settings {
  const next: { -readonly [Name in SettingName]: Settings[Name] } = { ...current }
  for (const name of SETTING_NAMES) applyOne(next, name, patch, normalizeWord)
  return next
}

/** Settings as `GET /settings` shows them: in order, secrets masked, without what a missing feature hides. */
export function presentSettings(
  settings: Settings,
  features: ReadonlySet<SettingFeature> = new Set(),
): Partial<Settings> {
  const shown = SETTING_NAMES.filter((name) => {
    const { feature } = SETTINGS_TABLE[name]
    return feature === undefined || features.has(feature)
  })
  return Object.fromEntries(shown.map((name) => [name, presentSetting(settings, name)]))
}

/** One setting as its sub-route shows it. */
export function presentSetting<Name extends SettingName>(
  settings: Settings,
  name: Name,
): Settings[Name] {
  if (name !== 'embedders') return settings[name]
  return maskEmbedders(settings.embedders) as Settings[Name]
}

/** A change as the details of its task show it: what was asked for, secrets masked. */
export function presentSettingsPatch(patch: SettingsPatch): Readonly<Record<string, unknown>> {
  const details: Record<string, unknown> = { ...patch }
  for (const name of ['displayedAttributes', 'searchableAttributes'] as const) {
    if (patch[name] === null) details[name] = SETTINGS_TABLE[name].default
  }
  if (patch.embedders) details['embedders'] = maskEmbedders(patch.embedders)
  return details
}

function parseContext(options: SettingsOptions): ParseContext {
  const { features } = options
  return {
    checkTemplate: options.checkTemplate ?? (() => null),
    requireFeature: (feature, use) => {
      if (features === undefined || features.has(feature)) return
      throw new InputError(
        'feature_not_enabled',
        `Using ${use} in settings needs the experimental feature \`${feature}\`; switch it on with \`PATCH /experimental-features\`.`,
      )
    },
  }
}

function decoderOf<Name extends SettingName>(
  name: Name,
  context: ParseContext,
): (value: unknown, place: Place) => SettingInput<Name> {
  const row = SETTINGS_TABLE[name]
  return (value, place) => row.parse(value, { path: place.path, code: row.code }, context)
}

function requireFeatures(patch: SettingsPatch, context: ParseContext): void {
  for (const name of SETTING_NAMES) {
    const { feature } = SETTINGS_TABLE[name]
    if (feature === undefined || patch[name] === undefined) continue
    context.requireFeature(feature, `\`${name}\``)
  }
}

function applyOne<Name extends SettingName>(
  next: { -readonly [Each in SettingName]: Settings[Each] },
  name: Name,
  patch: SettingsPatch,
  normalizeWord: (word: string) => string,
): void {
  const input = patch[name] as SettingInput<Name> | null | undefined
  if (input === undefined) return
  const row = SETTINGS_TABLE[name]
  const context: ApplyContext = { place: { path: `.${name}`, code: row.code }, normalizeWord }
  next[name] = input === null ? row.default : row.apply(next[name], input, context)
}

function maskEmbedders<Shape extends object>(embedders: Shape): Shape {
  const masked = Object.entries(embedders).map(([name, embedder]) => [
    name,
    embedder === null ? null : maskEmbedder(embedder),
  ])
  return Object.fromEntries(masked) as Shape
}
