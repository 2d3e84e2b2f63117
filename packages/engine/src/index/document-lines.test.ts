import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentLines } from './document-lines.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

test.each([
  ['', []],
  ['\n \n\t\n', []],
  ['{"a":1}', ['{"a":1}']],
  ['{"a":1}\n', ['{"a":1}']],
  ['\n{"a":1}\n\n{"b":"é"}\n', ['{"a":1}', '{"b":"é"}']],
])('%j holds the lines %j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

test('lines of any length come whole, across the pieces that are read', () => {
  // longer than two pieces; three-byte characters straddle their borders
  const long = JSON.stringify('狐'.repeat(1_200_000))
  const lines = ['{"a":1}', long, '{"b":2}', ...Array<string>(50_000).fill('{"some":"line"}'), long]
  expect(linesOf(lines.join('\n'))).toEqual(lines)
})

test('a source of lines is given as it is', () => {
  const lines = [...documentLines({ kind: 'lines', lines: ['{"a":1}', '{"b":2}'] })]
  expect(lines.map(({ json }) => json)).toEqual(['{"a":1}', '{"b":2}'])
})

test('reading may stop early', () => {
  const path = join(folder, 'many')
  writeFileSync(path, '{"a":1}\n'.repeat(1000))
  for (const { json } of documentLines({ kind: 'file', path })) {
    expect(json).toBe('{"a":1}')
    break
  }
})

function linesOf(text: string): string[] {
  const path = join(folder, 'lines')
  writeFileSync(path, text)
  return Array.from(documentLines({ kind: 'file', path }), ({ json, bytes }) => {
    expect(Buffer.from(bytes!).toString()).toBe(json)
    return json
  })
}
