import { describe, expect, test } from 'vitest'

import { parseJson } from '../http/parse-json.ts'
import { isInteger } from './json-value.ts'

describe('isInteger', () => {
  test('integers have neither fraction nor exponent', () => {
    for (const text of ['0', '-7', '9007199254740993']) {
      expect(isInteger(parseJson(text)), text).toBe(true)
    }
    for (const text of ['1.0', '1e2', '-0', '1.5', '"1"', 'true', '[]', 'null']) {
      expect(isInteger(parseJson(text)), text).toBe(false)
    }
  })

  test('integers fit in 64 bits, however they are spelled', () => {
    expect(isInteger(parseJson('18446744073709551615'))).toBe(true)
    expect(isInteger(parseJson('-9223372036854775808'))).toBe(true)
    for (const text of [
      '18446744073709551616',
      '18446744073709552000',
      '100000000000000000000',
      '-9223372036854775809',
      '-100000000000000000000',
    ]) {
      expect(isInteger(parseJson(text)), text).toBe(false)
    }
  })
})
