import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { JSON_DEPTH_MAX } from '../limits.ts'
import { IS_OPEN, IS_WRONG, type JsonChecker } from './json-checker.ts'
import { openKernelJsonChecker } from './kernel-json-checker.ts'
import { PlainJsonChecker } from './plain-json-checker.ts'

const utf8 = new TextEncoder()

/** Where objects end, and the mistake that ends it all. Objects begin where the last one ended, behind one line feed. */
interface Verdict {
  readonly ends: number[]
  readonly count: number
  readonly hasLineBreak: boolean
  readonly mistake: string | null
}

function verdictOf(checker: JsonChecker, bytes: Uint8Array, sizes: readonly number[]): Verdict {
  const ends: number[] = []
  let count = 0
  let partStart = 0
  let isBetween = false
  let mistake: string | null = null
  checker.start()
  for (const size of [...sizes, bytes.length]) {
    const part = bytes.subarray(partStart, partStart + size)
    checker.take(part)
    let at = 0
    while (at < part.length && mistake === null) {
      if (isBetween) {
        if (part[at] !== 0x0a) return { ends, count, hasLineBreak: checker.hasLineBreak, mistake }
        at++
        isBetween = false
        checker.start()
        continue
      }
      const end = checker.check(at)
      count += checker.passedCount
      // the break of a passed object's own line is not one inside of it
      if (checker.passedCount > 0) ends.push(partStart + checker.passedTo - 1)
      checker.passedCount = 0
      if (end === IS_OPEN) break
      if (end === IS_WRONG) mistake = `${partStart + checker.mistakeAt}: ${checker.mistake}`
      else {
        count++
        ends.push(partStart + end)
        isBetween = true
        at = end
      }
    }
    partStart += part.length
  }
  return { ends, count, hasLineBreak: checker.hasLineBreak, mistake }
}

const CHECKERS: Readonly<Record<string, () => JsonChecker>> = {
  plain: () => new PlainJsonChecker(),
  kernel: () => openKernelJsonChecker({ followsLines: false })!,
  'kernel over lines': () => openKernelJsonChecker({ followsLines: true })!,
}

/** True when the first object ends where the text does, but for white space. */
function accepts(checker: JsonChecker, text: string, sizes: readonly number[]): boolean {
  const { ends, mistake } = verdictOf(checker, utf8.encode(text), sizes)
  return mistake === null && ends[0] === utf8.encode(text.trimEnd()).length
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const objects = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }))
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 })
const inserted = fc.constantFrom(
  ...['', '"', '\\', '\\u00e9', '\\n', '}', ']', '{', '[', ',', ':', ' ', '\n', '\t', '\x01'],
  ...['0', '-', '.5', 'e', 'E+1', '1.', 'true', 'nul', 'a', '}\n{', '}\r\n{', '"'.repeat(17)],
)
const texts = fc
  .tuple(objects, fc.constantFrom(0, 0, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent))
const damages = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 2 }), inserted), { maxLength: 2 })

function damaged(text: string, places: readonly (readonly [number, number, string])[]): string {
  return places.reduce((whole, [at, cut, added]) => {
    const place = 1 + (at % whole.length)
    return whole.slice(0, place) + added + whole.slice(place + cut)
  }, text)
}

describe.each(Object.entries(CHECKERS))('the checker: %s', (_name, open) => {
  test('an object is accepted however it is cut', () => {
    fc.assert(
      fc.property(texts, cuts, (text, sizes) => {
        expect(accepts(open(), text, sizes)).toBe(true)
      }),
    )
  })

  test('a damaged object is accepted exactly when the runtime reads it', () => {
    fc.assert(
      fc.property(texts, damages, cuts, (text, places, sizes) => {
        const bad = damaged(text, places)
        expect(accepts(open(), bad, sizes)).toBe(isJson(bad))
      }),
      { numRuns: 2000 },
    )
  })

  test('nesting is followed down to the limit and no further', () => {
    const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
    expect(accepts(open(), nested(JSON_DEPTH_MAX), [])).toBe(true)
    expect(accepts(open(), nested(JSON_DEPTH_MAX), [700, 1, 900])).toBe(true)
    const { mistake } = verdictOf(open(), utf8.encode(nested(JSON_DEPTH_MAX + 1)), [1, 2, 3])
    expect(mistake).toBe(`${JSON_DEPTH_MAX * 5}: more than ${JSON_DEPTH_MAX} levels of nesting`)
  })
})

test('the kernel says what the plain checker says, of sound and of damaged lines, however they are cut', () => {
  fc.assert(
    fc.property(
      fc.array(texts, { minLength: 1, maxLength: 4 }),
      damages,
      cuts,
      (lines, places, sizes) => {
        const bytes = utf8.encode(damaged(lines.join('\n'), places))
        const plain = verdictOf(CHECKERS['plain']!(), bytes, sizes)
        expect(verdictOf(CHECKERS['kernel']!(), bytes, sizes)).toEqual(plain)
        const { ends, ...rest } = verdictOf(CHECKERS['kernel over lines']!(), bytes, sizes)
        const { ends: all, ...facts } = plain
        expect(rest).toEqual(facts)
        expect(all).toEqual(expect.arrayContaining(ends))
      },
    ),
    { numRuns: 3000 },
  )
})

test('parts larger than a window, and two checkers by turns, keep their state', () => {
  const long = utf8.encode(
    `{"a":[${'{"b":"cdé\\n"},'.repeat(20_000)}1],"c":"${'x'.repeat(200_000)}"}`,
  )
  const cut = utf8.encode(`{"a":[${'[{"b":'.repeat(40)}`)
  const [one, two] = [CHECKERS['kernel']!(), CHECKERS['kernel']!()]
  one.start()
  two.start()
  one.take(long.subarray(0, 150_001))
  expect(one.check(0)).toBe(IS_OPEN)
  two.take(cut)
  expect(two.check(0)).toBe(IS_OPEN)
  one.take(long.subarray(150_001))
  expect(one.check(0)).toBe(long.length - 150_001)
  two.take(utf8.encode(`1${'}]'.repeat(40)}}`))
  expect(two.check(0)).toBe(IS_WRONG)
  expect(two.mistakeAt).toBe(81)
})
