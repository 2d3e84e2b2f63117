import { gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { chooseEncoding, compress } from './compress.ts'

test.each([
  [undefined, null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, deflate', 'deflate'],
  ['*', 'br'],
  ['zstd', null],
])('%s gives %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test('short answers are sent as they are', async () => {
  expect(await compress(Buffer.alloc(100), 'gzip')).toBeNull()
})

test('long answers are compressed', async () => {
  const body = Buffer.from('word '.repeat(1000))
  const compressed = await compress(body, 'gzip')
  expect(gunzipSync(compressed?.body ?? Buffer.alloc(0))).toEqual(body)
})
