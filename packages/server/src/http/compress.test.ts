import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { chooseEncoding, compress, encodingFor } from './compress.ts'

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

test('short answers are sent as they are', () => {
  expect(encodingFor(Buffer.alloc(100), 'gzip')).toBeNull()
  expect(encodingFor(Buffer.alloc(2000), 'gzip')).toBe('gzip')
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
] as const)('a body in %s can be read back', async (encoding, decompress) => {
  const body = Buffer.from('word '.repeat(1000))
  expect(decompress(await compress(body, encoding))).toEqual(body)
})
