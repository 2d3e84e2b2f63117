import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'
import { SCRIPT } from './scripts.ts'
import type { Script } from './scripts.ts'

function detect(text: string, script: Script, allowed?: readonly string[]): string | null {
  return detectLanguage(text, 0, text.length, script, allowed)
}

test('one allowed language is taken without looking', () => {
  expect(detect('bonjour', SCRIPT.latin, ['deu'])).toBe('deu')
  expect(detect('中', SCRIPT.cj, ['eng'])).toBe('eng')
})

test('Latin script has no language unless some are allowed', () => {
  expect(detect('der Apfel und die Birne', SCRIPT.latin)).toBeNull()
  expect(detect('der Apfel und die Birne', SCRIPT.latin, [])).toBeNull()
  expect(detect('der Apfel und die Birne', SCRIPT.latin, ['fra', 'deu'])).toBe('deu')
  expect(detect('le chat et les oiseaux', SCRIPT.latin, ['deu', 'fra'])).toBe('fra')
  expect(detect('katten och hunden är på ängen', SCRIPT.latin, ['eng', 'swe'])).toBe('swe')
})

test('more than one kana in twenty chars makes Japanese', () => {
  expect(detect('中国历史', SCRIPT.cj)).toBe('cmn')
  expect(detect('日本の', SCRIPT.cj)).toBe('jpn')
  expect(detect(`${'中'.repeat(19)}の`, SCRIPT.cj)).toBe('cmn')
  expect(detect(`${'中'.repeat(18)}の`, SCRIPT.cj)).toBe('jpn')
})

test('kana or not, the allowed list decides', () => {
  expect(detect('中国', SCRIPT.cj, ['jpn', 'eng'])).toBe('jpn')
  expect(detect('日本の', SCRIPT.cj, ['zho', 'eng'])).toBe('zho')
  expect(detect('日本の', SCRIPT.cj, ['zho', 'jpn'])).toBe('jpn')
})

test('only the group is looked at', () => {
  expect(detectLanguage('のの中国', 2, 4, SCRIPT.cj, undefined)).toBe('cmn')
})

test('Persian and Urdu letters tell themselves from Arabic', () => {
  expect(detect('الكتاب', SCRIPT.arabic)).toBe('ara')
  expect(detect('پارک چای', SCRIPT.arabic)).toBe('pes')
  expect(detect('لڑکے ٹھنڈے', SCRIPT.arabic)).toBe('urd')
})
