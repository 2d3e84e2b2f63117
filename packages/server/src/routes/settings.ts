// Settings, whole and one by one. Every sub-route comes from the engine's table of settings.

import {
  checkTemplate,
  parseOneSetting,
  parseSettingsPatch,
  presentSetting,
  presentSettings,
  RESET_ALL_SETTINGS,
  type SettingFeature,
  type SettingName,
  SETTING_NAMES,
  SETTINGS_TABLE,
  type SettingsOptions,
  type SettingsPatch,
} from '@sextant/engine'

import type { Services } from '../services.ts'
import { summarizeTask } from '../tasks/task.ts'
import { plainJson } from '../validate/json-value.ts'
import { findIndex } from './find-index.ts'
import {
  type Answer,
  indexUidOf,
  type Method,
  readJson,
  type Route,
  type RouteRequest,
} from './route.ts'

const WHOLE: readonly Route[] = [
  {
    method: 'GET',
    path: '/indexes/:indexUid/settings',
    action: 'settings.get',
    doc: 'Shows all settings of an index.',
    status: 200,
    handle(request) {
      const { services } = request
      const entry = findIndex(services, indexUidOf(request))
      const { settings } = services.engine.describe(entry.indexId)
      return { body: presentSettings(settings, switchedOn(services)) }
    },
  },
  {
    method: 'PATCH',
    path: '/indexes/:indexUid/settings',
    action: 'settings.update',
    doc: 'Changes some settings; null resets one.',
    status: 202,
    body: {
      type: 'object',
      properties: Object.fromEntries(
        SETTING_NAMES.map((name) => [name, { description: SETTINGS_TABLE[name].doc }]),
      ),
    },
    async handle(request) {
      const body = plainJson(await readJson(request))
      const patch = parseSettingsPatch(body, readingOptions(request.services))
      return await register(request, patch, { isReset: false })
    },
  },
  {
    method: 'DELETE',
    path: '/indexes/:indexUid/settings',
    action: 'settings.update',
    doc: 'Resets all settings.',
    status: 202,
    handle: (request) => register(request, RESET_ALL_SETTINGS, { isReset: true }),
  },
]

/** Reading, changing and resetting settings. */
export const SETTINGS_ROUTES: readonly Route[] = [...WHOLE, ...SETTING_NAMES.flatMap(subRoutes)]

function subRoutes(name: SettingName): Route[] {
  const { segment, verb, doc, feature } = SETTINGS_TABLE[name]
  const path = `/indexes/:indexUid/settings/${segment}`
  const require = (services: Services): void => {
    if (feature !== undefined) services.features.require(feature, `Using the setting \`${name}\``)
  }
  const update = (method: Method): Route => ({
    method,
    path,
    action: 'settings.update',
    doc: `Sets \`${name}\`: ${doc}`,
    status: 202,
    body: { description: doc },
    async handle(request) {
      const body = plainJson(await readJson(request))
      const patch = parseOneSetting(name, body, readingOptions(request.services))
      return await register(request, patch, { isReset: false })
    },
  })
  return [
    {
      method: 'GET',
      path,
      action: 'settings.get',
      doc: `Shows \`${name}\`: ${doc}`,
      status: 200,
      handle(request) {
        const { services } = request
        const indexUid = indexUidOf(request)
        require(services)
        const entry = findIndex(services, indexUid)
        return { body: presentSetting(services.engine.describe(entry.indexId).settings, name) }
      },
    },
    update(verb),
    // The interface documents both verbs for this one.
    ...(name === 'chat' ? [update('PUT')] : []),
    {
      method: 'DELETE',
      path,
      action: 'settings.update',
      doc: `Resets \`${name}\`.`,
      status: 202,
      handle(request) {
        require(request.services)
        return register(request, { [name]: null }, { isReset: true })
      },
    },
  ]
}

async function register(
  request: RouteRequest,
  settings: SettingsPatch,
  options: { readonly isReset: boolean },
): Promise<Answer> {
  const indexUid = indexUidOf(request)
  const task = await request.services.scheduler.register(
    {
      kind: 'settings',
      settings,
      isReset: options.isReset,
      allowIndexCreation: !options.isReset && request.access.mayCreate(indexUid),
    },
    { indexUid },
  )
  return { body: summarizeTask(task) }
}

const SETTING_FEATURES: readonly SettingFeature[] = [
  'compositeEmbedders',
  'multimodal',
  'chatCompletions',
  'foreignKeys',
]

/** What a body of settings is read with. */
function readingOptions(services: Services): SettingsOptions {
  return { features: switchedOn(services), checkTemplate }
}

function switchedOn(services: Services): ReadonlySet<SettingFeature> {
  return new Set(SETTING_FEATURES.filter((feature) => services.features.states[feature]))
}
