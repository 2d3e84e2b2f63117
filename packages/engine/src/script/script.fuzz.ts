// Invariants: whatever the text, compiling either succeeds or throws a ScriptError of kind `syntax`; whatever compiles, running
// it ends and gives a result or throws a ScriptError. Nothing else ever escapes.

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScriptError } from './script-error.ts'
import { compileScript, runScript } from './script.ts'

const PIECES = (
  'doc doc.a doc.list doc.map doc.text x y f 1 2.5 -3 0 "text" \'c\' true () [ ] { } ( ) #{ #{a: `${ ` } ' +
  '+ - * / % ** == != < <= > >= && || ! & | ^ << >> in !in ?? .. ..= = += -= *= ??= . ?. [ ?[ , ; : => | || ' +
  'let const if else while loop for do until break continue return throw try catch switch fn this _ ' +
  '.len() .push(1) .pop() .map(|x| .filter(|x| .sort() .split( .to_string() .keys() .remove( .replace( .call( ' +
  '.pad(9,0) .insert(0, .reduce(|a,b| .to_json() .sub_string( .sort(|a,b| .for_each(|| parse_int( max( Fn("f") '
).split(' ')

const SCRIPTS = [
  'let s = 0; for l in doc.list { s += l; } doc.total = s',
  'doc.text = doc.text.to_upper(); doc.list.push(`${doc.text} x`)',
  'fn f(n) { if n <= 1 { 1 } else { n * f(n - 1) } } doc.f = f(5)',
  'doc.map.b = switch doc.a { 1 => "one", 2..=5 => "few", _ => () }',
  'try { throw #{a: 1} } catch (e) { doc.e = e.a } loop { break 5 }',
  'let f = |x, y| x + y; doc.list = doc.list.map(|x, i| f.call(x, i))',
]
const DOC = '{"a":1,"list":[3,1,2.5],"map":{"k":null},"text":"Häuser 🍞"}'

function check(source: string): void {
  let stage = 'compile'
  try {
    const script = compileScript(source)
    stage = 'run'
    runScript(script, { doc: DOC, context: '{"c":1}' })
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    if (stage === 'compile') expect(error.kind).toBe('syntax')
    expect(error.line).toBeGreaterThan(0)
    expect(error.column).toBeGreaterThan(0)
  }
}

describe('edit functions', () => {
  it('survive any sequence of pieces', () => {
    const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 })
    fc.assert(
      fc.property(soup, fc.constantFrom('', ' '), (pieces, glue) => check(pieces.join(glue))),
      { numRuns: 60_000 },
    )
  })

  it('survive damaged scripts', () => {
    const damaged = fc
      .tuple(
        fc.constantFrom(...SCRIPTS),
        fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.constantFrom(...PIECES)), { maxLength: 4 }),
      )
      .map(([script, damages]) =>
        damages.reduce((text, [at, removed, piece]) => {
          const start = at % (text.length + 1)
          return text.slice(0, start) + piece + text.slice(start + removed)
        }, script),
      )
    fc.assert(fc.property(damaged, check), { numRuns: 30_000 })
  })

  it('survive any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), check), { numRuns: 20_000 })
  })
})
