import { describe, expect, it } from 'vitest'
import { ScriptError } from './script-error.ts'
import { compileScript, runScript } from './script.ts'
import type { ScriptResult } from './script.ts'

function run(source: string, doc = '{}', context: string | null = null): ScriptResult {
  return runScript(compileScript(source), { doc, context })
}

/** The document after the edit, as JSON text. */
function edit(source: string, doc = '{}', context: string | null = null): string {
  const result = run(source, doc, context)
  return result.kind === 'replaced' ? result.doc : result.kind
}

function faultOf(action: () => unknown): ScriptError {
  try {
    action()
  } catch (error) {
    if (error instanceof ScriptError) return error
    throw error
  }
  throw new Error('expected a ScriptError')
}

const LAMP =
  '{"id":1,"name":"Paper globe","watts":9,"shades":["white","ivory"],"size":{"w":40,"h":30}}'

describe('runScript', () => {
  it('says that nothing changed, whatever the value of the script', () => {
    expect(run('', LAMP)).toEqual({ kind: 'unchanged' })
    expect(run('// nothing here', LAMP)).toEqual({ kind: 'unchanged' })
    expect(run('let a = 1; a + 1', LAMP)).toEqual({ kind: 'unchanged' })
    expect(run('doc.watts = 10; doc.watts = 9', LAMP)).toEqual({ kind: 'unchanged' })
  })

  it('deletes a document that becomes unit', () => {
    expect(run('if doc.watts < 10 { doc = () }', LAMP)).toEqual({ kind: 'deleted' })
  })

  it.each(['doc = 3', 'doc = [1]', 'doc = "text"', 'doc = true', 'doc = || 1'])(
    'fails on %s: a document stays a map',
    (source) => {
      expect(faultOf(() => run(source, LAMP)).kind).toBe('runtime')
    },
  )

  it('keeps integers and floats apart', () => {
    expect(edit('doc.c = doc.a + 1; doc.d = doc.b + 1', '{"a":2,"b":2.0}')).toBe(
      '{"a":2,"b":2.0,"c":3,"d":3.0}',
    )
    expect(edit('doc.x = 1', '{"n":9007199254740993}')).toBe('{"n":9007199254740993,"x":1}')
  })

  it('stores units as null, chars as text, and what has no number as null', () => {
    expect(edit("doc.a = (); doc.b = 'x'; doc.c = 1.0 / 0.0")).toBe('{"a":null,"b":"x","c":null}')
  })

  it('leaves known fields in their place and puts new ones behind, in text order', () => {
    expect(edit('doc.b = 1; doc.a = 2; doc.size.d = 1', '{"z":0,"size":{"w":1,"h":2}}')).toBe(
      '{"z":0,"size":{"d":1,"h":2,"w":1},"a":2,"b":1}',
    )
  })

  it('cannot store functions and ranges', () => {
    expect(faultOf(() => run('doc.f = |x| x')).kind).toBe('runtime')
    expect(faultOf(() => run('doc.r = [0..3]')).kind).toBe('runtime')
  })

  it('gives the context to read and not to change', () => {
    const context = '{"season":"winter","more":{"watts":100},"ids":[1,4]}'
    expect(
      edit(
        'doc.season = context.season; doc.watts += context.more.watts; if doc.id in context.ids { doc.picked = true }',
        '{"id":1,"watts":9}',
        context,
      ),
    ).toBe('{"id":1,"watts":109,"picked":true,"season":"winter"}')
    expect(faultOf(() => run('context.a = 1', '{}', '{}')).fault).toMatch(/constant/)
    expect(faultOf(() => run('context.ids.push(1)', '{}', context)).fault).toMatch(/constant/)
    expect(faultOf(() => run('doc.a = context.b')).fault).toMatch(/context/)
  })

  it('starts every document anew', () => {
    const script = compileScript('let n = 0; n += 1; doc.n = n')
    for (let round = 0; round < 2; round++) {
      expect(runScript(script, { doc: '{}', context: null })).toEqual({
        kind: 'replaced',
        doc: '{"n":1}',
      })
    }
  })
})

describe('reference scripts', () => {
  it.each([
    ['doc.title = doc.title.to_upper()', '{"title":"a"}', '{"title":"A"}'],
    ['if "title" in doc { doc.title.trim(); }', '{"title":" a "}', '{"title":"a"}'],
    [
      'doc.label = `${doc.first} ${doc.last ?? "?"}`',
      '{"first":"Io"}',
      '{"first":"Io","label":"Io ?"}',
    ],
    ['doc.remove("tmp")', '{"a":1,"tmp":2}', '{"a":1}'],
    ['if doc.stock == 0 { doc = () }', '{"stock":0}', 'deleted'],
    [
      'let s = 0; for l in doc.lines { s += l.qty * l.price } doc.total = s',
      '{"lines":[{"qty":2,"price":3},{"qty":1,"price":10.5}]}',
      '{"lines":[{"price":3,"qty":2},{"price":10.5,"qty":1}],"total":16.5}',
    ],
  ])('%s', (source, doc, expected) => {
    expect(edit(source, doc)).toBe(expected)
  })

  it('filters by a context value', () => {
    const source = 'doc.tags = doc.tags.filter(|t| t != context.ban)'
    expect(edit(source, '{"tags":["a","b"]}', '{"ban":"a"}')).toBe('{"tags":["b"]}')
  })

  it('fails on a method of a missing field', () => {
    expect(faultOf(() => run('doc.title = doc.title.to_upper()')).fault).toMatch(/to_upper.*\(\)/)
  })
})

describe('errors', () => {
  it('name the line and column', () => {
    expect(faultOf(() => compileScript('let a = 1;\n  let b = ;'))).toMatchObject({
      kind: 'syntax',
      line: 2,
      column: 11,
    })
    expect(faultOf(() => run('let a = 1;\ndoc.x = a / 0'))).toMatchObject({
      kind: 'runtime',
      line: 2,
      column: 11,
    })
  })

  it.each([
    'doc.x = ',
    'let = 3',
    'if {',
    'doc.x = 1 2',
    'fn (',
    '"open',
    '`open ${1',
    '`open ${1}',
    '/* open',
    "'ab'",
    'doc.for = 1',
    'doc.loop',
    'let x = #{a: 1, a: 2};',
    'const a = 1; a = 2',
    'const a = [1]; a[0] = 2',
    'break',
    'fn f() { continue }',
    'while true { let f = || break; }',
    'fn f(a, a) {}',
    'fn f() {} fn f() {}',
    '{ fn f() {} }',
    '1 = 2',
    'switch 1 { _ => 1, 2 => 2 }',
    'switch 1 { doc => 1 }',
    'import "x"',
    'a = b = 1',
    '0xffffffffffffffff0',
    '"\\q"',
    'try { }',
    'do { }',
    'for (a, a) in [] {}',
    '@',
  ])('refuse %s', (source) => {
    expect(faultOf(() => compileScript(source)).kind).toBe('syntax')
  })

  it.each([
    'throw "stop"',
    'doc.x = nothing_here',
    'doc.x = doc.ghost.to_upper()',
    'doc.x = doc.name - 1',
    'doc.x = frobnicate(1)',
    'doc.x = frobnicate()',
    'doc.x = 1 / 0',
    'doc.x = 1 % 0',
    'doc.x = 9223372036854775807 + 1',
    'doc.x = -9223372036854775807 - 2',
    'doc.x = 2 ** 63',
    'doc.x = 2 ** -1',
    'doc.x = 1 << 64',
    'doc.x = [1, 2][5]',
    'doc.x = [1, 2][-3]',
    'doc.x = "ab"[2]',
    'doc.x = parse_int("abc")',
    'doc.x = parse_int("")',
    'doc.x = parse_float("1,5")',
    'doc.ghost.deeper = 1',
    'doc.x = doc.ghost.deeper',
    'doc.x = doc.watts.deeper',
    'if 1 { }',
    'doc.x = true && 1',
    'doc.x = 1 in 2',
    'doc.x = [1] < [2]',
    'for x in doc { }',
    'for x in 5 { }',
    'doc.x = [1, "a"].sort()',
    'doc.x = [1].map(|a, b, c| a)',
    'doc.x = "a".sub_string("b")',
    'doc.x = this',
    'let f = |a| a; f.call()',
    'doc.x = 5.floor()',
    'doc.x = "a".len(1)',
    'fn twice(x) { x * 2 } doc.x = doc.watts.twice()',
    'fn peek() { doc.watts } doc.x = peek()',
  ])('stop %s', (source) => {
    expect(faultOf(() => run(source, LAMP)).kind).toBe('runtime')
  })
})
