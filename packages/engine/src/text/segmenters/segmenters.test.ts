import { describe, expect, test } from 'vitest'
import { SCRIPT } from '../scripts.ts'
import type { Script } from '../scripts.ts'
import { segmenterFor } from './registry.ts'

function cut(piece: string, script: Script, language: string | null): string[] {
  const words: string[] = []
  let start = 0
  for (const end of segmenterFor(script, language).wordEnds(piece)) {
    words.push(piece.slice(start, end))
    start = end
  }
  return words
}

describe('Chinese', () => {
  test('long words are cut into two-char words, else single chars', () => {
    expect(cut('中华人民共和国', SCRIPT.cj, 'cmn')).toEqual(['中华', '人民', '共和', '国'])
    expect(cut('我喜欢喝绿茶', SCRIPT.cj, 'zho')).toEqual(['我', '喜欢', '喝', '绿茶'])
  })

  test('digits beside ideographs stay together', () => {
    expect(cut('测试12345', SCRIPT.cj, 'cmn')).toEqual(['测试', '12345'])
  })
})

describe('languages written without spaces', () => {
  test.each([
    ['ภูเขาและแม่น้ำ', SCRIPT.thai, ['ภูเขา', 'และ', 'แม่น้ำ']],
    ['សៀវភៅភាសា', SCRIPT.khmer, ['សៀវភៅ', 'ភាសា']],
  ])('%s', (piece, script, expected) => {
    expect(cut(piece, script, null)).toEqual(expected)
  })

  test('Japanese', () => {
    expect(cut('日本語の解析', SCRIPT.cj, 'jpn')).toEqual(['日本語', 'の', '解析'])
  })
})

describe('German', () => {
  test.each([
    ['Apfelkuchen', ['Apfel', 'kuchen']],
    ['Gartentür', ['Garten', 'tür']],
    ['Arbeitszimmer', ['Arbeits', 'zimmer']],
    ['Sonnenblume', ['Sonnen', 'blume']],
    ['Haustürschlüssel', ['Haus', 'tür', 'schlüssel']],
    ['Rathaus', ['Rathaus']],
    ['Tagung', ['Tagung']],
    ['Apfelxyz', ['Apfelxyz']],
    ['xy', ['xy']],
  ])('%s', (word, expected) => {
    expect(cut(word, SCRIPT.latin, 'deu')).toEqual(expected)
  })

  test('a hopeless long word is given up at once', () => {
    const word = 'see'.repeat(100_000)
    expect(cut(word, SCRIPT.latin, 'deu')).toEqual([word])
  })
})

describe('Arabic', () => {
  test('only words longer than the article lose it', () => {
    expect(cut('القديم', SCRIPT.arabic, 'ara')).toEqual(['ال', 'قديم'])
    expect(cut('أل', SCRIPT.arabic, 'ara')).toEqual(['أل'])
    expect(cut('القديم', SCRIPT.arabic, 'urd')).toEqual(['القديم'])
  })
})

test('every other script stays whole', () => {
  expect(cut('myVariableName', SCRIPT.latin, null)).toEqual(['myVariableName'])
  expect(cut('лампа', SCRIPT.cyrillic, 'rus')).toEqual(['лампа'])
})
