import { describe, expect, test } from 'vitest'
import { documentSchema } from './document-schema.ts'
import { FieldRegistry } from './field-tree.ts'
import { SegmentBuilder } from './segment-builder.ts'
import { SegmentReader } from './segment-reader.ts'
import { DEFAULT_SETTINGS, type Settings } from '../settings/settings-table.ts'
import { MemorySegmentStore } from '../store/memory-segment-store.ts'
import { createTokenizer } from '../text/tokenizer.ts'
import { compareWords } from '../bits/word-order.ts'

describe('positions', () => {
  test.each([
    ['{"t":"Done. Next, again; end.Final"}', 'done@0 next@8 again@16 end@24 final@25'],
    [`{"t":"L'Été 2024: prix -12.5€ (C++)"}`, 'l@0 ete@1 2024@2 prix@3 12@4 5€@5 c@6'],
    ['{"t":"  ...leading!?"}', 'leading@0'],
    ['{"t":"a !?. b"}', 'a@0 b@8'],
    ['{"t":["x","y"]}', 'x@0 y@8'],
    ['{"t":["x y","z"]}', 'x@0 y@1 z@9'],
    ['{"t":["",null,"x"]}', 'x@16'],
    ['{"t":[[],["x"]]}', 'x@8'],
    ['{"t":[["x"],["y"]]}', 'x@0 y@8'],
    ['{"t":[{},"x"]}', 'x@8'],
    ['{"t":"the fox"}', 'fox@1'],
    ['{"t":12}', '12@0'],
    ['{"t":12.0}', '12@0 0@1'],
    ['{"t":1e2}', '100@0 0@1'],
    ['{"t":[12, 12.5]}', '12@0 12@8 5@9'],
    ['{"t":9007199254740993}', '9007199254740993@0'],
    ['{"t":true}', 'true@0'],
    ['{"t":null}', ''],
  ])('of %s are %s', (json, expected) => {
    expect(placesIn(json, { stopWords: ['the'] })['t'] ?? '').toBe(expected)
  })

  test('count a container under a key of an object as a value', () => {
    expect(placesIn('{"meta":{"tags":["x","y"]}}')).toEqual({ 'meta.tags': 'x@8 y@16' })
    expect(placesIn('{"meta":{"tags":"x"}}')).toEqual({ 'meta.tags': 'x@0' })
    expect(placesIn('{"items":[{"name":"x"},{"name":"y"}]}')).toEqual({ 'items.name': 'x@0 y@8' })
    expect(placesIn('{"items":[{"tags":["x"]},{"tags":["y"]}]}')).toEqual({
      'items.tags': 'x@8 y@24',
    })
  })

  test('go on where a dotted key means a nested field', () => {
    expect(placesIn('{"a":{"b":"x"},"a.b":"y"}')).toEqual({ 'a.b': 'x@0 y@8' })
    expect(placesIn('{"a.b":["y"],"a":{"b":["x"]}}')).toEqual({ 'a.b': 'y@0 x@16' })
  })

  test('are those of each field for itself', () => {
    expect(placesIn('{"a":"x y","b":"x y x"}')).toEqual({ a: 'x@0 y@1', b: 'x@0 y@1 x@2' })
  })

  test('are kept apart between words that share documents', () => {
    expect(placesIn('{"a":"b a b a c"}')).toEqual({ a: 'b@0 a@1 b@2 a@3 c@4' })
    expect(placesIn('{"z":"x y","a":"y x"}')).toEqual({ a: 'y@0 x@1', z: 'x@0 y@1' })
  })
})

describe('what is searchable', () => {
  test('never are the reserved fields', () => {
    const json =
      '{"_vectors":{"a":"x"},"_geo":{"lat":1,"lng":2},"_geojson":{"type":"Point"},"b":"y"}'
    expect(placesIn(json)).toEqual({ b: 'y@0' })
  })

  test('is a listed field with everything below it', () => {
    const json = '{"a":{"b":"x"},"ab":"y","c":"z"}'
    expect(placesIn(json, { searchableAttributes: ['a', 'c'] })).toEqual({ 'a.b': 'x@0', c: 'z@0' })
  })
})

describe('limits', () => {
  test('positions end at 65,535, for the rest of the value and for later values', () => {
    const long = Array.from({ length: 65_534 }, () => 'w').join(' ')
    const places = placesIn(JSON.stringify({ t: `${long} x y z`, u: 'other' }))
    expect(places['t']!.endsWith('w@65533 x@65534 y@65535')).toBe(true)
    expect(places['u']).toBe('other@0')
    const values = placesIn(JSON.stringify({ t: [`${long} x. y`, 'z'] }))
    expect(values['t']!.endsWith('x@65534')).toBe(true)
    const gaps = placesIn(JSON.stringify({ t: [...Array<string>(8191).fill('w'), 'x', 'y'] }))
    expect(gaps['t']!.endsWith('w@65520 x@65528')).toBe(true)
  })

  test('words of more than 250 bytes take their place and are not indexed', () => {
    const fits = 'x'.repeat(250)
    expect(placesIn(`{"t":"a ${fits} b ${fits}y c"}`)['t']).toBe(`a@0 ${fits}@1 b@2 c@4`)
    const wide = 'ж'.repeat(125)
    expect(placesIn(`{"t":"${wide} ${wide}ж b"}`)['t']).toBe(`${wide}@0 b@2`)
  })

  test('words are counted up to 31 and stop words not at all', () => {
    const { reader, fields } = build(
      [
        JSON.stringify({ t: 'w '.repeat(30), u: ['one two', 'the three'], v: 'the' }),
        JSON.stringify({ t: 'w '.repeat(31), u: 1.5 }),
        JSON.stringify({ t: 'w '.repeat(100) }),
      ],
      { stopWords: ['the'] },
    )
    const counts = (doc: number): number[] =>
      ['t', 'u', 'v'].map((path) => reader.wordCounts.count(doc, fields.find(path)))
    expect([counts(0), counts(1), counts(2)]).toEqual([
      [30, 3, 0],
      [31, 2, 0],
      [31, 0, 0],
    ])
  })

  test('field ids above 32,767 keep their words apart', () => {
    const wide = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`f${i}`, null]))
    expect(placesIn(JSON.stringify({ ...wide, last: 'x y' }))).toEqual({ last: 'x@0 y@1' })
  })
})

describe('a segment', () => {
  test('holds documents in the order of their numbers, without those that were replaced', () => {
    const builder = new SegmentBuilder(schemaOf({}), new FieldRegistry(), ALL)
    const add = (id: string, number: number, title: string): number => {
      const value = { id, title }
      return builder.add({ id, number, json: JSON.stringify(value), value })
    }
    add('c', 7, 'late')
    const old = add('a', 2, 'old words')
    add('b', 5, 'middle')
    builder.markDead(old)
    add('a', 2, 'new')
    expect([builder.docCount, builder.liveCount]).toEqual([4, 3])
    const reader = open(builder)
    expect([0, 1, 2].map((doc) => reader.documents.id(doc))).toEqual(['a', 'b', 'c'])
    expect([...reader.documents.numbers]).toEqual([2, 5, 7])
    expect(termsOf(reader)).toEqual(['a', 'b', 'c', 'late', 'middle', 'new'])
    const late = reader.postings.read(termsOf(reader).indexOf('late'))
    expect([...late.docs]).toEqual([2])
  })

  test('has its terms in word order, one of each', () => {
    const words = ['z', '\u{E000}', '𐀀', 'é', 'a', '🦊', '\u{FFFD}']
    const { reader } = build([JSON.stringify({ t: words.join(' ') })], { dictionary: words })
    expect(termsOf(reader)).toEqual(termsOf(reader).toSorted(compareWords))
    expect(new Set(termsOf(reader)).size).toBe(termsOf(reader).length)
  })

  test('does not make two terms of halves of surrogate pairs, which UTF-8 cannot tell apart', () => {
    const { reader } = build([String.raw`{"t":"x\ud800 x\udbff x\ud800 x\ufffd"}`])
    expect(new Set(termsOf(reader)).size).toBe(termsOf(reader).length)
  })
})

const ALL = { documents: true, words: true, columns: true }

function schemaOf(settings: Partial<Settings>): ReturnType<typeof documentSchema> {
  const all = { ...DEFAULT_SETTINGS, ...settings }
  return documentSchema(all, createTokenizer(all))
}

function build(
  texts: readonly string[],
  settings: Partial<Settings> = {},
): { reader: SegmentReader; fields: FieldRegistry } {
  const fields = new FieldRegistry()
  const builder = new SegmentBuilder(schemaOf(settings), fields, ALL)
  for (const [number, json] of texts.entries()) {
    const value = JSON.parse(json) as Record<string, unknown>
    builder.add({ id: String(number), number, json, value })
  }
  return { reader: open(builder), fields }
}

function open(builder: SegmentBuilder): SegmentReader {
  const store = new MemorySegmentStore()
  void store.put('s', builder.finish().parts)
  return new SegmentReader(store, { documents: 's', words: 's', columns: 's' }, new Map())
}

function termsOf(reader: SegmentReader): string[] {
  return Array.from({ length: reader.terms.count }, (_, ordinal) => reader.terms.term(ordinal))
}

/** field → `word@position …` of one document, by position. */
function placesIn(json: string, settings: Partial<Settings> = {}): Record<string, string> {
  const { reader, fields } = build([json], settings)
  const found: { field: string; word: string; position: number }[] = []
  const buffer = { values: new Uint32Array(4) }
  for (const [ordinal, word] of termsOf(reader).entries()) {
    const { fieldSets, positionRefs } = reader.postings.read(ordinal)
    const end = reader.postings.readPositions(
      positionRefs[0]!,
      reader.fieldSets[fieldSets[0]!]!,
      buffer,
      0,
    )
    for (const place of buffer.values.subarray(0, end)) {
      found.push({ field: fields.paths[place >>> 16]!, word, position: place & 0xffff })
    }
  }
  found.sort((a, b) => a.position - b.position)
  const byField: Record<string, string> = {}
  for (const { field, word, position } of found) {
    const before = byField[field]
    byField[field] = `${before === undefined ? '' : `${before} `}${word}@${position}`
  }
  return byField
}
