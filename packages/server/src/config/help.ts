import { type Option, OPTIONS, variablesOf } from './options.ts'

/** What `--help` prints. */
export function helpText(): string {
  const rows = OPTIONS.map((option) => `  ${left(option)}\n      ${right(option)}`)
  return `Sextant, a search engine.

Usage: sextant [options]

Options:
  --help
      Print this and stop.
  --version
      Print the version and stop.
${rows.join('\n')}

Every option can also be set by an environment variable (SEXTANT_DB_PATH, or MEILI_DB_PATH) and by a key of the
configuration file (db_path). The command line goes before the environment, the environment before the file.
`
}

function left(option: Option): string {
  const value = option.words === undefined ? (option.value ?? '') : option.words.join('|')
  return `--${option.flag}${value === '' ? '' : ` ${value}`}`
}

function right(option: Option): string {
  const preset = option.preset === undefined ? '' : ` Default: ${option.preset}.`
  const state = option.isRefused ? ' Not there yet.' : option.hasNoEffect ? ' No effect.' : ''
  return `${option.doc}${state}${preset} [${variablesOf(option)[0]}]`
}
