import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { CorruptIndexError, InputError, StoreError } from '@sextant/engine'
import { describe, expect, test } from 'vitest'

import { QueueFullError } from '../tasks/scheduler.ts'
import { ERROR_CODES, errorKind, isErrorCode } from './codes.ts'
import { toResponse } from './to-response.ts'

const PACKAGES = join(import.meta.dirname, '../../..')

describe('the table of codes', () => {
  test.each(Object.keys(ERROR_CODES).filter(isErrorCode))(
    '%s is spelled as the interface spells',
    (code) => {
      expect(code).toMatch(/^[a-z][a-z0-9_]*$/)
      const { type, status } = errorKind(code)
      const statuses = {
        invalid_request: [400, 404, 409, 412, 413, 415, 451, 501, 503],
        auth: [401, 403],
        internal: [400, 500, 502],
        system: [422, 502, 503],
      }
      expect(statuses[type]).toContain(status)
    },
  )

  test('every code that the sources raise is in the table', () => {
    const raised = new Set<string>()
    for (const name of ['engine', 'server']) {
      for (const file of sources(join(PACKAGES, name, 'src'))) {
        const text = readFileSync(file, 'utf8')
        for (const match of text.matchAll(/new InputError\(\s*'([a-z_]+)'/g))
          raised.add(match[1] ?? '')
        for (const match of text.matchAll(/\b(?:code|missing): '([a-z]+_[a-z_]+)'/g))
          raised.add(match[1] ?? '')
      }
    }
    expect(raised.size).toBeGreaterThan(100)
    expect([...raised].filter((code) => !isErrorCode(code))).toEqual([])
  })
})

describe('what was thrown becomes an answer', () => {
  test('a mistake of the caller keeps its code and message', () => {
    const response = toResponse(new InputError('document_not_found', 'Document `7` was not found.'))
    expect(response).toMatchObject({
      status: 404,
      isOurFault: false,
      headers: {},
      body: {
        message: 'Document `7` was not found.',
        code: 'document_not_found',
        type: 'invalid_request',
      },
    })
    expect(response.body.link).toMatch(/#document_not_found$/)
  })

  test('an error that lost its class on the way from a worker is known by its name', () => {
    const error = Object.assign(new Error('x'), {
      name: 'InputError',
      code: 'invalid_search_filter',
    })
    expect(toResponse(error).body.code).toBe('invalid_search_filter')
  })

  test.each([
    ['ENOSPC', 'no_space_left_on_device'],
    ['EMFILE', 'too_many_open_files'],
    ['EIO', 'io_error'],
  ])('a store that fails with %s is %s', (systemCode, code) => {
    const error = new StoreError('write failed', { code: systemCode })
    expect(toResponse(error)).toMatchObject({ status: 422, isOurFault: true, body: { code } })
  })

  test('a file system error of the runtime is a storage failure', () => {
    const error = Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'write' })
    expect(toResponse(error).body.code).toBe('no_space_left_on_device')
  })

  test('a damaged index does not show the path of its file', () => {
    const error = new CorruptIndexError({
      file: '/data/x',
      structure: 'header',
      expected: 'a',
      found: 'b',
      advice: '',
    })
    const { status, body } = toResponse(error)
    expect([status, body.code]).toEqual([500, 'invalid_store_file'])
    expect(body.message).not.toContain('/data')
  })

  test('a full queue asks for room', () => {
    expect(toResponse(new QueueFullError('full')).body.code).toBe('no_space_left_on_device')
  })

  test('an overload says when to come back', () => {
    const response = toResponse(new InputError('too_many_search_requests', 'busy'))
    expect([response.status, response.headers]).toEqual([503, { 'retry-after': '10' }])
  })

  test.each([new Error('secret'), new InputError('no_such_code', 'secret'), 'secret', undefined])(
    'anything else is our fault and says nothing',
    (thrown) => {
      const { status, body } = toResponse(thrown)
      expect([status, body.code]).toEqual([500, 'internal'])
      expect(body.message).not.toContain('secret')
    },
  )
})

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => join(folder, name))
}
