// What a key may be allowed to do. Wildcards exist only as the literals of the table; they stand for the actions they
// expand to and are never an action themselves.

/**
 * Where an action is checked: `index` against the index of the path; `handler` also by the handler, so that a key
 * limited to some indexes may use a route without an index; `global` is refused for such keys.
 */
export type Scope = 'index' | 'handler' | 'global'

/** Actions in the order in which messages list them: their scope, with `read` when `*.get` covers them. */
export const ACTIONS = {
  '*': 'all',
  search: 'read handler',
  'documents.*': 'group',
  'documents.add': 'index',
  'documents.get': 'read handler',
  'documents.delete': 'index',
  'indexes.*': 'group',
  'indexes.create': 'handler',
  'indexes.get': 'read handler',
  'indexes.update': 'index',
  'indexes.delete': 'index',
  'indexes.swap': 'handler',
  'tasks.*': 'group',
  'tasks.get': 'read handler',
  'tasks.cancel': 'handler',
  'tasks.delete': 'handler',
  'settings.*': 'group',
  'settings.get': 'read handler',
  'settings.update': 'index',
  'stats.*': 'group',
  'stats.get': 'read handler',
  'metrics.*': 'group',
  'metrics.get': 'read global',
  'dumps.*': 'group',
  'dumps.create': 'global',
  'snapshots.*': 'group',
  'snapshots.create': 'global',
  version: 'read global',
  'keys.create': 'global',
  'keys.get': 'global',
  'keys.update': 'global',
  'keys.delete': 'global',
  'experimental.get': 'read global',
  'experimental.update': 'global',
  export: 'read global',
  'network.get': 'read global',
  'network.update': 'global',
  chatCompletions: 'handler',
  'chats.*': 'group',
  'chats.get': 'read global',
  'chats.delete': 'global',
  'chatsSettings.*': 'group',
  'chatsSettings.get': 'read global',
  'chatsSettings.update': 'global',
  '*.get': 'allReads',
  'webhooks.*': 'group',
  'webhooks.get': 'read global',
  'webhooks.create': 'global',
  'webhooks.update': 'global',
  'webhooks.delete': 'global',
  'indexes.compact': 'index',
  'tasks.compact': 'global',
  'fields.post': 'read index',
  'dynamicSearchRules.*': 'group',
  'dynamicSearchRules.get': 'read global',
  'dynamicSearchRules.create': 'global',
  'dynamicSearchRules.update': 'global',
  'dynamicSearchRules.delete': 'global',
} as const

/** A name that a key may hold. */
export type Action = keyof typeof ACTIONS

/** Every accepted name, for messages. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a constant object
export const ACTION_NAMES: readonly Action[] = Object.keys(ACTIONS) as Action[]

/** Where an action is checked. Wildcards that a route asks for (`documents.*`) concern the index of the path. */
export function scopeOf(action: Action): Scope {
  const kind = ACTIONS[action]
  if (kind.endsWith('handler')) return 'handler'
  return kind.endsWith('global') ? 'global' : 'index'
}

/** Whether a key with these actions may do `action`. */
export function holdsAction(held: readonly Action[], action: Action): boolean {
  return held.some((name) => {
    switch (ACTIONS[name]) {
      case 'all':
        return true
      case 'allReads':
        return ACTIONS[action].startsWith('read')
      case 'group':
        // The group itself (editing by function asks for it) is not one of its members.
        return action !== name && action.startsWith(name.slice(0, -1))
      default:
        return name === action
    }
  })
}

/** Whether an action concerns the whole instance, so that a key limited to some indexes cannot hold it. */
export function isGlobal(action: Action): boolean {
  if (ACTIONS[action] !== 'group') return ACTIONS[action].endsWith('global')
  const members = ACTION_NAMES.filter((name) => name !== action && holdsAction([action], name))
  return members.every(isGlobal)
}
