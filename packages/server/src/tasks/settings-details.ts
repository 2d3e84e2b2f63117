// Submitted settings as task details show them: in the order of the settings object, sets sorted, secrets masked.

const SETTING_ORDER = [
  'displayedAttributes',
  'searchableAttributes',
  'filterableAttributes',
  'sortableAttributes',
  'foreignKeys',
  'rankingRules',
  'stopWords',
  'nonSeparatorTokens',
  'separatorTokens',
  'dictionary',
  'synonyms',
  'distinctAttribute',
  'proximityPrecision',
  'typoTolerance',
  'faceting',
  'pagination',
  'embedders',
  'searchCutoffMs',
  'localizedAttributes',
  'facetSearch',
  'prefixSearch',
  'chat',
]

/** The partial settings of a task, flattened into its details. */
export function presentSettings(
  settings: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const presented: Record<string, unknown> = {}
  const known = SETTING_ORDER.filter((name) => name in settings)
  const others = Object.keys(settings).filter((name) => !SETTING_ORDER.includes(name))
  for (const name of [...known, ...others]) presented[name] = presentSetting(name, settings[name])
  return presented
}

/** The beginning of a secret, so that its owner recognises it and nobody else can use it. */
export function maskSecret(secret: string): string {
  const { length } = secret
  if (length < 10) return 'XXX...'
  if (length < 20) return `${secret.slice(0, 2)}XXXX...`
  if (length < 30) return `${secret.slice(0, 3)}XXXXX...`
  return `${secret.slice(0, 5)}XXXXXX...`
}

function presentSetting(name: string, value: unknown): unknown {
  switch (name) {
    case 'displayedAttributes':
    case 'searchableAttributes':
      return value ?? ['*']
    case 'sortableAttributes':
    case 'stopWords':
    case 'nonSeparatorTokens':
    case 'separatorTokens':
    case 'dictionary':
      return sortedSet(value)
    case 'filterableAttributes':
      return Array.isArray(value) ? value.map(withFeatures) : value
    case 'synonyms':
      return isRecord(value) ? sortedByKey(value) : value
    case 'typoTolerance':
      return isRecord(value) ? withSortedLists(value) : value
    case 'embedders':
      return isRecord(value) ? mapValues(value, maskApiKeys) : value
    default:
      return value
  }
}

// Composite embedders hold embedders, each with its own secret.
function maskApiKeys(value: unknown): unknown {
  if (!isRecord(value)) return value
  const masked: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (name === 'apiKey' && typeof member === 'string') masked[name] = maskSecret(member)
    else if (name.endsWith('Embedder')) masked[name] = maskApiKeys(member)
    else masked[name] = member
  }
  return masked
}

function withFeatures(rule: unknown): unknown {
  if (!isRecord(rule)) return rule
  const features = isRecord(rule['features']) ? rule['features'] : {}
  const filter = isRecord(features['filter']) ? features['filter'] : {}
  return {
    ...rule,
    features: {
      facetSearch: features['facetSearch'] ?? false,
      filter: {
        equality: filter['equality'] ?? true,
        comparison: filter['comparison'] ?? false,
      },
    },
  }
}

function withSortedLists(typoTolerance: Record<string, unknown>): Record<string, unknown> {
  return mapValues(typoTolerance, (value) => (Array.isArray(value) ? sortedSet(value) : value))
}

function sortedSet(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return [...new Set(value.map(String))].sort(compareCodePoints)
}

function sortedByKey(record: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(record).sort(compareCodePoints)
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}

// By bytes of UTF-8, which is the order of code points and not that of UTF-16 units.
function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function mapValues(
  record: Record<string, unknown>,
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
