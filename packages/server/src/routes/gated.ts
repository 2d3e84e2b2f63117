// Routes of the interface that this version does not serve, most of them behind an experimental feature. They are known, so
// that callers learn what is missing, and authorized like any other.

import type { Action } from '../auth/actions.ts'
import type { Feature } from '../features/features.ts'
import type { Method, Route } from './route.ts'
import { unavailable } from './search.ts'

/** Routes that only tell that their feature is off, or that it is not served. */
export const GATED_ROUTES: readonly Route[] = [
  gated('GET', '/metrics', 'metrics.get', 'metrics', 'Reading metrics'),
  gated('POST', '/logs/stream', 'metrics.get', 'logsRoute', 'Reading logs'),
  gated('DELETE', '/logs/stream', 'metrics.get', 'logsRoute', 'Reading logs'),
  gated('POST', '/logs/stderr', 'metrics.get', 'logsRoute', 'Changing the log level'),
  gated('GET', '/network', 'network.get', 'network', 'Reading the network'),
  gated('PATCH', '/network', 'network.update', 'network', 'Changing the network'),
  gated('POST', '/export', 'export', null, 'Exporting to another instance'),
  gated('GET', '/chats', 'chats.get', 'chatCompletions', 'Listing chat workspaces'),
  gated('GET', '/chats/:workspace', 'chats.get', 'chatCompletions', 'Reading a chat workspace'),
]

function gated(
  method: Method,
  path: string,
  action: Action,
  feature: Feature | null,
  what: string,
): Route {
  return {
    method,
    path,
    action,
    doc: `${what}: not served by this version.`,
    status: 200,
    handle({ services }) {
      if (feature !== null) services.features.require(feature, what)
      throw unavailable(what)
    },
  }
}
