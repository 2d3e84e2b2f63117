// Logs: one JSON object per line for machines, short lines for people at a terminal. Secrets never reach either.

import { createRequire } from 'node:module'

import type { DestinationStream, Logger as PinoLogger, pino as makePino } from 'pino'

import type { Config } from '../config/config.ts'
import { PrettyStream } from './pretty-stream.ts'

/** What the server logs with. */
export type Logger = PinoLogger

const LEVELS: Readonly<Record<Config['logLevel'], string>> = {
  OFF: 'silent',
  ERROR: 'error',
  WARN: 'warn',
  INFO: 'info',
  DEBUG: 'debug',
  TRACE: 'trace',
}

/** Members that are blotted out wherever a log line has them, at the top or one level down. */
const SECRET_NAMES = ['authorization', 'masterKey', 'apiKey', 'key', 'x-service-api-key']

/** Makes the logger of a configuration; lines go to `destination`. */
export function createLogger(
  config: Pick<Config, 'logLevel' | 'logsMode'>,
  destination: { write(text: string): unknown; readonly isTTY?: boolean },
): Logger {
  // As with the HTTP framework: loaded the old way because that takes a third of the time.
  const pino: typeof makePino = createRequire(import.meta.url)('pino')
  const isForPeople = isHuman(config, destination)
  const stream: DestinationStream = isForPeople
    ? new PrettyStream(destination)
    : { write: (line) => void destination.write(line) }
  return pino(
    {
      level: LEVELS[config.logLevel],
      base: null,
      redact: {
        paths: SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
        censor: '***',
      },
    },
    stream,
  )
}

/** Whether lines are for people. */
export function isHuman(
  config: Pick<Config, 'logsMode'>,
  destination: { readonly isTTY?: boolean },
): boolean {
  return config.logsMode === null ? destination.isTTY === true : config.logsMode === 'HUMAN'
}
