import { describe, expect, it } from 'vitest'
import { selectFields } from './select-fields.ts'
import { selectBoth, selectNames } from './selection.ts'

const HIDES_NOTHING = new Set<string>()
const PETS =
  '{"id":1,"pets":[{"name":"Io","age":2,"toys":[{"label":"ball"}]},{"name":"Pan"},"stray"],"home":{"city":"Ely","street":{"name":"Mill Rd","no":4}},"flat.key":"v","flat":{"key":"w","other":1}}'

function select(document: string, ...names: string[]): string {
  return `{${selectFields(document, selectNames(names), HIDES_NOTHING)}}`
}

describe('selectFields', () => {
  it('keeps the characters of values, so long integers and fractions survive', () => {
    expect(select('{"a":9007199254740993,"b":1.0,"c":1e3}', 'a', 'b')).toBe(
      '{"a":9007199254740993,"b":1.0}',
    )
  })

  it('takes fields in the order of the document, not of the request', () => {
    expect(select('{"a":1,"b":2,"c":3}', 'c', 'a')).toBe('{"a":1,"c":3}')
  })

  it('takes everything for a star, wherever it stands', () => {
    expect(select('{"a":1,"b":{"c":2}}', 'a', '*')).toBe('{"a":1,"b":{"c":2}}')
  })

  it('takes nothing for no names', () => {
    expect(select('{"a":1}')).toBe('{}')
  })

  it('selects inside objects', () => {
    expect(select(PETS, 'home.street.no')).toBe('{"home":{"street":{"no":4}}}')
    expect(select(PETS, 'home.street', 'home.city')).toBe(
      '{"home":{"city":"Ely","street":{"name":"Mill Rd","no":4}}}',
    )
  })

  it('selects inside arrays of objects, and keeps elements that are no objects', () => {
    expect(select(PETS, 'pets.age')).toBe('{"pets":[{"age":2},{},"stray"]}')
    expect(select(PETS, 'pets.toys.label')).toBe(
      '{"pets":[{"toys":[{"label":"ball"}]},{},"stray"]}',
    )
  })

  it('keeps a value that is no object where a name goes on inside', () => {
    expect(select('{"home":"none"}', 'home.city')).toBe('{"home":"none"}')
    expect(select('{"home":[[{"city":1,"x":2}],7]}', 'home.city')).toBe('{"home":[[{"city":1}],7]}')
  })

  it('takes everything below a parent', () => {
    expect(select('{"a":{"b":1,"c":2}}', 'a.b', 'a')).toBe('{"a":{"b":1,"c":2}}')
  })

  it('matches keys that hold dots as well as nested ones', () => {
    expect(select(PETS, 'flat.key')).toBe('{"flat.key":"v","flat":{"key":"w"}}')
    expect(select('{"a.b":{"c":1,"d":2}}', 'a.b.c')).toBe('{"a.b":{"c":1}}')
  })

  it('does not take a key that merely starts with a name', () => {
    expect(select('{"title":1,"titles":2,"t":3}', 'title')).toBe('{"title":1}')
  })

  it('reads escaped keys and spaced text', () => {
    expect(select('{ "\\u0061" : [ 1 , 2 ] , "b" : 3 }', 'a')).toBe('{"\\u0061":[ 1 , 2 ]}')
  })

  it('leaves out hidden keys at the top only', () => {
    expect(selectFields('{"_v":1,"a":{"_v":2}}', 'all', new Set(['_v']))).toBe('"a":{"_v":2}')
  })
})

describe('selectBoth', () => {
  it('takes what both lists take', () => {
    const both = selectBoth(selectNames(['home', 'id']), selectNames(['home.city', 'pets']))
    expect(selectFields(PETS, both, HIDES_NOTHING)).toBe('"home":{"city":"Ely"}')
  })

  it('hides a dotted key that only one list reaches', () => {
    const both = selectBoth(selectNames(['a']), selectNames(['a.b']))
    expect(selectFields('{"a.b":1,"a":{"b":2,"c":3}}', both, HIDES_NOTHING)).toBe('"a":{"b":2}')
  })
})
