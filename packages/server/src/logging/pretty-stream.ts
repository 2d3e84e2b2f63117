const LEVEL_NAMES: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}

/** Takes JSON log lines and writes them for people: time, level, message, then whatever else the line holds. */
export class PrettyStream {
  readonly #destination: { write(text: string): unknown }

  constructor(destination: { write(text: string): unknown }) {
    this.#destination = destination
  }

  write(line: string): void {
    this.#destination.write(`${prettyLine(line)}\n`)
  }
}

/** One log line for people. */
export function prettyLine(line: string): string {
  const record: Record<string, unknown> = JSON.parse(line)
  const { level, time, msg, err, ...rest } = record
  const clock = typeof time === 'number' ? new Date(time).toISOString().slice(11, 23) : ''
  const name = (typeof level === 'number' ? LEVEL_NAMES[level] : undefined) ?? 'INFO'
  const members = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const parts = [clock, name.padEnd(5), typeof msg === 'string' ? msg : '', ...members]
  return parts.filter((part) => part !== '').join(' ') + stackOf(err)
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const stack = 'stack' in error ? error.stack : 'message' in error ? error.message : ''
  return typeof stack === 'string' && stack !== '' ? `\n${stack}` : ''
}
