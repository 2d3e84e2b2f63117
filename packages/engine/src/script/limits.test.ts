import { describe, expect, it } from 'vitest'
import { ScriptError } from './script-error.ts'
import { SCRIPT_FUNCTIONS_MAX } from './script-limits.ts'
import { compileScript, runScript } from './script.ts'

function kindOf(source: string): string {
  try {
    return runScript(compileScript(source), { doc: '{"n":1}', context: null }).kind
  } catch (error) {
    if (error instanceof ScriptError) return error.kind
    throw error
  }
}

function nested(depth: number): string {
  return '('.repeat(depth) + '1' + ')'.repeat(depth)
}

function functions(count: number): string {
  return Array.from({ length: count }, (_, index) => `fn f${index}() {}`).join('\n')
}

describe('a script within its limits', () => {
  it('may call a function a few hundred levels deep', () => {
    const source = 'fn sum(n) { if n == 0 { 0 } else { n + sum(n - 1) } } doc.sum = sum(300)'
    expect(kindOf(source)).toBe('replaced')
  })

  it('may fill an array one by one', () => {
    const source = 'let a = []; for i in 0..10000 { a.push(i); } doc.size = a.len()'
    expect(kindOf(source)).toBe('replaced')
  })

  it('may build a long text', () => {
    const source = 'let s = ""; for i in 0..20000 { s += `${i},`; } doc.length = s.len()'
    expect(kindOf(source)).toBe('replaced')
  })

  it('may nest expressions deeper inside functions', () => {
    expect(kindOf(`doc.x = ${nested(90)}`)).toBe('replaced')
    expect(kindOf(`doc.x = ${nested(110)}`)).toBe('syntax')
    expect(kindOf(`fn f() { ${nested(110)} } doc.x = f()`)).toBe('replaced')
  })
})

describe('a script beyond its limits', () => {
  it.each([
    ['endless loop', 'let i = 0; loop { i += 1; }'],
    ['empty endless loop', 'loop {}'],
    ['long range', 'let s = 0; for i in 0..9000000000 { s += 1; }'],
    ['long empty range', 'for i in 0..9000000000 {}'],
    ['endless recursion', 'fn f() { f() } f()'],
    ['endless recursion through closures', 'let f = |g| g.call(g); f.call(f)'],
    ['doubled text', 'let s = "x"; loop { s += s; }'],
    ['doubled text in a template', 'let s = "x"; loop { s = `${s}${s}`; }'],
    ['padded text', 'let s = ""; s.pad(9000000000000, "x")'],
    ['replaced text', 'let s = "x"; loop { s.replace("x", "xxxxxxxxxxxxxxxx"); }'],
    ['growing array', 'let a = []; loop { a.push(1); }'],
    ['doubled array', 'let a = [1]; loop { a += a; }'],
    ['nested arrays', 'let a = [1]; loop { a = [a, a]; }'],
    ['arrays in arrays', 'let a = []; a.pad(10000, 0); let b = []; loop { b.push(a); b.clear(); }'],
    ['padded array', 'let a = []; a.pad(9000000000, 0)'],
    ['growing map', 'let m = #{}; let i = 0; loop { i += 1; m[`${i}`] = i; }'],
    ['many variables', 'let code = 0;'.repeat(1001)],
    ['searching long texts', 'let s = "x"; for i in 0..20 { s += s; } loop { "y" in s; }'],
    ['copying large arrays', 'let a = []; a.pad(9999, 0); loop { let b = a; }'],
    ['catching what cannot be caught', 'loop { try { loop {} } catch { } }'],
  ])('is stopped: %s', (_, source) => {
    expect(kindOf(source)).toBe('limit')
  })

  it('is refused with too many functions', () => {
    expect(kindOf(functions(SCRIPT_FUNCTIONS_MAX))).toBe('unchanged')
    expect(kindOf(functions(SCRIPT_FUNCTIONS_MAX + 1))).toBe('syntax')
  })

  it.each(['(', '[', '{', '#{a:', '`${', '-', '|x| ', 'if true {', '/*', 'a.b(', 'a['])(
    'is refused when %s is nested beyond all reason',
    (opening) => {
      expect(kindOf(opening.repeat(20_000))).toBe('syntax')
    },
  )

  it('is stopped when a flat chain is too long to follow', () => {
    expect(kindOf(`doc.x = 1${' + 1'.repeat(50_000)}`)).toMatch(/limit|syntax|replaced/)
    expect(kindOf(`doc.x = doc${'.a'.repeat(50_000)}`)).toMatch(/limit|syntax|runtime/)
  })
})
