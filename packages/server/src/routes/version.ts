import { INTERFACE_VERSION } from '../version.ts'
import type { Route } from './route.ts'

/** What is running. */
export const VERSION_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/version',
    action: 'version',
    doc: 'The version of the interface that is answered.',
    status: 200,
    handle: () => ({
      body: { commitSha: 'unknown', commitDate: 'unknown', pkgVersion: INTERFACE_VERSION },
    }),
  },
]
