// Every option of the server, declared once: flag, environment variables, key in the configuration file and help text
// follow from a row.

/** How the value of an option is written. */
export type OptionKind = 'text' | 'flag' | 'bytes' | 'count' | 'seconds' | 'word'

/** One option. */
export interface Option {
  /** Name of the flag without dashes; `MEILI_` and `SEXTANT_` variables and the file key derive from it. */
  readonly flag: string
  readonly kind: OptionKind
  readonly doc: string
  /** Placeholder of the value in the help. */
  readonly value?: string
  readonly words?: readonly string[]
  /** Shown in the help. */
  readonly preset?: string
  /** Where the variable does not follow the flag. */
  readonly variable?: string
  /** Taken and ignored: it tunes what Sextant does not have, or does in any case. */
  readonly hasNoEffect?: true
  /** Refused when it is given: what it asks for is not there yet, and who goes on without it loses something. */
  readonly isRefused?: true
}

/** The options, in the order of the help. */
export const OPTIONS: readonly Option[] = [
  text('db-path', 'Folder of the data.', 'FOLDER', './data.ms'),
  text('http-addr', 'Address to listen on.', 'HOST:PORT', 'localhost:7700'),
  text('master-key', 'Protects every route; at least 16 bytes in production.', 'KEY'),
  {
    flag: 'env',
    kind: 'word',
    words: ['development', 'production'],
    doc: 'In production a master key is required.',
    preset: 'development',
  },
  unused(flag('no-analytics', 'Send no usage data: none are sent in any case.')),
  text('config-file-path', 'Configuration file in TOML.', 'FILE', './config.toml'),
  bytes('http-payload-size-limit', 'Largest body accepted.', '100 MB'),
  {
    flag: 'log-level',
    kind: 'word',
    words: ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'],
    doc: 'How much is logged.',
    preset: 'INFO',
  },
  bytes(
    'max-indexing-memory',
    'Memory that indexing may use: smaller segments and batches where it is small.',
    'about 400 MiB',
  ),
  unused(count('max-indexing-threads', 'One thread indexes, whatever the number.', '1')),
  text('task-webhook-url', 'Address told about every finished batch.', 'URL'),
  text('task-webhook-authorization-header', 'Authorization header sent to that address.', 'TEXT'),
  unused(text('dump-dir', 'Folder of the dumps.', 'FOLDER', 'dumps/')),
  { ...text('import-dump', 'Dump to start from.', 'FILE'), isRefused: true },
  unused(flag('ignore-missing-dump', 'Start without the dump when its file is missing.')),
  unused(flag('ignore-dump-if-db-exists', 'Start without the dump when there is data already.')),
  unused(text('snapshot-dir', 'Folder of the snapshots.', 'FOLDER', 'snapshots/')),
  {
    flag: 'schedule-snapshot',
    kind: 'seconds',
    value: '[SECONDS]',
    doc: 'Take snapshots regularly; every day when no number is given.',
    preset: 'off',
    isRefused: true,
  },
  { ...text('import-snapshot', 'Snapshot to start from.', 'FILE'), isRefused: true },
  unused(flag('ignore-missing-snapshot', 'Start without the snapshot when its file is missing.')),
  unused(
    flag('ignore-snapshot-if-db-exists', 'Start without the snapshot when there is data already.'),
  ),
  unused(flag('upgrade-db', 'Bring data of an older version to this one.')),
  text('ssl-cert-path', 'Certificates in PEM; with a key, answers are served over TLS.', 'FILE'),
  text('ssl-key-path', 'Private key in PEM.', 'FILE'),
  text('ssl-auth-path', 'Authorities that client certificates must come from.', 'FILE'),
  unused(text('ssl-ocsp-path', 'Response of the certificate status service to staple.', 'FILE')),
  flag('ssl-require-auth', 'Refuse clients without a certificate.'),
  unused(flag('ssl-resumption', 'Let TLS sessions be resumed.')),
  unused(flag('ssl-tickets', 'Hand out TLS session tickets.')),
  flag('experimental-enable-metrics', 'Open the `/metrics` route.'),
  flag('experimental-enable-logs-route', 'Open the `/logs` routes.'),
  flag('experimental-contains-filter', 'Allow the filter operator CONTAINS.'),
  {
    flag: 'experimental-logs-mode',
    kind: 'word',
    words: ['HUMAN', 'JSON'],
    doc: 'How logs are written.',
    preset: 'HUMAN on a terminal, JSON elsewhere',
  },
  count('experimental-search-queue-size', 'Searches that may wait; others are refused.', '1000'),
  unused(
    count(
      'experimental-drop-search-after',
      'Seconds after which a waiting search is dropped.',
      '60',
    ),
  ),
  unused(count('experimental-nb-searches-per-core', 'Searches at a time on one core.', '4')),
  count('experimental-max-number-of-batched-tasks', 'Most tasks in one batch.', 'unlimited'),
  bytes(
    'experimental-limit-batched-tasks-total-size',
    'Most payload bytes in one batch.',
    '10 GiB',
  ),
  count('experimental-embedding-cache-entries', 'Embeddings of queries that are kept.', '0'),
  unused(flag('experimental-reduce-indexing-memory-usage', 'Index with less memory.')),
  unused(flag('experimental-no-edition-2024-for-settings', 'Apply settings as before 2024.')),
  {
    ...unused(flag('experimental-legacy-search-default', 'Search as before.')),
    variable: 'EXPERIMENTAL_LEGACY_SEARCH',
  },
  unused(
    text('experimental-personalization-api-key', 'Key of the personalization service.', 'KEY'),
  ),
  text(
    'experimental-allowed-ip-networks',
    'Private networks that outgoing calls may reach, or `any`. In development the own machine is among them.',
    'CIDR,…',
  ),
  unused(text('s3-bucket-url', 'Address of the object store for snapshots.', 'URL')),
  unused(text('s3-bucket-region', 'Region of the bucket.', 'NAME')),
  unused(text('s3-bucket-name', 'Name of the bucket.', 'NAME')),
  unused(text('s3-snapshot-prefix', 'Beginning of the names of uploaded snapshots.', 'TEXT')),
  unused(text('s3-access-key', 'Access key of the object store.', 'KEY')),
  unused(text('s3-secret-key', 'Secret key of the object store.', 'KEY')),
  unused(count('experimental-s3-max-in-flight-parts', 'Parts uploaded at a time.', '10')),
  unused(count('experimental-s3-compression-level', 'Compression of uploaded snapshots.', '0')),
  unused(
    count('experimental-s3-signature-duration-seconds', 'Validity of upload signatures.', '28800'),
  ),
  unused(bytes('experimental-s3-multipart-part-size', 'Size of uploaded parts.', '375 MiB')),
]

/** Environment variables of an option, the one that counts first. */
export function variablesOf(option: Option): readonly [string, string] {
  const name = option.variable ?? option.flag.toUpperCase().replaceAll('-', '_')
  return [`SEXTANT_${name}`, `MEILI_${name}`]
}

/** Key of an option in the configuration file. */
export function fileKeyOf(option: Option): string {
  return option.flag.replaceAll('-', '_')
}

function text(name: string, doc: string, value: string, preset?: string): Option {
  return { flag: name, kind: 'text', doc, value, ...(preset === undefined ? {} : { preset }) }
}

function flag(name: string, doc: string): Option {
  return { flag: name, kind: 'flag', doc }
}

function bytes(name: string, doc: string, preset: string): Option {
  return { flag: name, kind: 'bytes', doc, value: 'SIZE', preset }
}

function count(name: string, doc: string, preset: string): Option {
  return { flag: name, kind: 'count', doc, value: 'NUMBER', preset }
}

function unused(option: Option): Option {
  return { ...option, hasNoEffect: true }
}
