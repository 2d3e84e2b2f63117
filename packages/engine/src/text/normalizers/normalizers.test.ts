import { describe, expect, test } from 'vitest'
import { SCRIPT } from '../scripts.ts'
import type { Script } from '../scripts.ts'
import { HAN_VARIANTS } from './han-variant-table.ts'
import { NORMALIZERS_AFTER_CLASSIFYING, NORMALIZERS_BEFORE_CLASSIFYING } from './registry.ts'

const ALL = [...NORMALIZERS_BEFORE_CLASSIFYING, ...NORMALIZERS_AFTER_CLASSIFYING]

describe.each(ALL.map((normalizer) => [normalizer.name, normalizer] as const))(
  '%s',
  (_name, normalizer) => {
    test('leaves plain lowercase ASCII alone', () => {
      for (const char of 'abcxyz0189$~') expect(normalizer.normalize(char, true)).toBe(char)
    })

    test('has nothing left to do the second time', () => {
      for (const char of 'Éæœđ國カςكيـ\u0301\u0007ﬁ￼') {
        const once = normalizer.normalize(char, true)
        expect(normalizer.normalize(once, true)).toBe(once)
      }
    })
  },
)

test('names are unique', () => {
  expect(new Set(ALL.map((normalizer) => normalizer.name)).size).toBe(ALL.length)
})

test('Han variants lead in one step to a form that has no variant', () => {
  for (const [variant, canonical] of HAN_VARIANTS) {
    expect([variant.length, canonical.length]).toEqual([1, 1])
    expect(HAN_VARIANTS.has(canonical)).toBe(false)
  }
})

test('language decides where script does not', () => {
  expect(names(SCRIPT.cj, 'jpn')).toContain('katakanaToHiragana')
  expect(names(SCRIPT.cj, 'jpn')).not.toContain('hanVariants')
  expect(names(SCRIPT.cj, 'zho')).toContain('hanVariants')
  expect(names(SCRIPT.arabic, 'pes')).toContain('persianLetters')
  expect(names(SCRIPT.arabic, 'ara')).not.toContain('persianLetters')
  expect(names(SCRIPT.latin, 'swe')).toContain('swedishLetters')
  expect(names(SCRIPT.cyrillic, 'rus')).not.toContain('stripMarks')
})

function names(script: Script, language: string | null): string[] {
  return ALL.filter((each) => each.appliesTo(script, language)).map((each) => each.name)
}
