import { describe, expect, test } from 'vitest'

import { createLogger } from './logger.ts'
import { prettyLine } from './pretty-stream.ts'

function logged(
  config: Parameters<typeof createLogger>[0],
  isTTY: boolean,
  write: (logger: ReturnType<typeof createLogger>) => void,
): string {
  let text = ''
  write(createLogger(config, { isTTY, write: (line) => (text += line) }))
  return text
}

describe('logs', () => {
  test('lines are JSON away from a terminal', () => {
    const text = logged({ logLevel: 'INFO', logsMode: null }, false, (logger) =>
      logger.info({ a: 1 }, 'hello'),
    )
    expect(JSON.parse(text)).toMatchObject({ level: 30, a: 1, msg: 'hello' })
  })

  test('lines are for people on a terminal', () => {
    const text = logged({ logLevel: 'INFO', logsMode: null }, true, (logger) =>
      logger.warn({ a: 1 }, 'hello'),
    )
    expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}hello a=1\n$/)
  })

  test('the level decides what is written', () => {
    for (const logLevel of ['ERROR', 'OFF'] as const) {
      const text = logged({ logLevel, logsMode: 'JSON' }, false, (logger) => logger.info('hello'))
      expect(text).toBe('')
    }
  })

  test('secrets are blotted out', () => {
    const text = logged({ logLevel: 'INFO', logsMode: 'JSON' }, false, (logger) =>
      logger.info({ headers: { authorization: 'Bearer s3cret' }, masterKey: 's3cret' }, 'x'),
    )
    expect(text).not.toContain('s3cret')
    expect(text).toContain('***')
  })
})

test('the stack of an error follows its line', () => {
  const line = JSON.stringify({
    level: 50,
    time: 0,
    msg: 'failed',
    err: { stack: 'Error: x\n  at y' },
  })
  expect(prettyLine(line)).toBe('00:00:00.000 ERROR failed\nError: x\n  at y')
})
