import { FEATURE_DEFAULTS } from '../features/features.ts'
import { type BodyField, type BodyFields, readObject } from '../validate/body-fields.ts'
import { BOOLEAN, nullable, objectSchema } from '../validate/body-kinds.ts'
import { readJson, type Route } from './route.ts'

const BODY: BodyFields = Object.fromEntries(
  Object.keys(FEATURE_DEFAULTS).map((name): [string, BodyField<boolean | null>] => [
    name,
    { kind: nullable(BOOLEAN), code: 'bad_request', doc: `Switches \`${name}\` on or off.` },
  ]),
)

/** Switching experimental features. */
export const EXPERIMENTAL_FEATURE_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/experimental-features',
    action: 'experimental.get',
    doc: 'Shows which experimental features are on.',
    status: 200,
    handle: ({ services }) => ({ body: services.features.states }),
  },
  {
    method: 'PATCH',
    path: '/experimental-features',
    action: 'experimental.update',
    doc: 'Switches experimental features on or off.',
    status: 200,
    body: objectSchema(BODY),
    async handle(request) {
      const body = readObject(await readJson(request), BODY, '', { code: 'bad_request' })
      const changes = Object.entries(body).filter(([, value]) => typeof value === 'boolean')
      return { body: await request.services.features.update(Object.fromEntries(changes)) }
    },
  },
]
