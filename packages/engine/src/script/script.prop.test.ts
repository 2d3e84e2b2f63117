import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScriptError } from './script-error.ts'
import { compileScript, runScript } from './script.ts'

const INT_MIN = -(2n ** 63n)
const INT_MAX = 2n ** 63n - 1n
const ints = fc.bigInt({ min: INT_MIN, max: INT_MAX })

const ADD = compileScript('doc = #{sum: doc.a + doc.b, product: doc.a * doc.b}')
const SORT = compileScript('doc.list.sort()')
const NOTHING = compileScript('let copy = doc; doc = copy; doc.extra = 1; doc.remove("extra")')

describe('edit functions', () => {
  it('compute with 64-bit integers exactly, or fail', () => {
    fc.assert(
      fc.property(ints, ints, (a, b) => {
        const fits = [a + b, a * b].every((value) => value >= INT_MIN && value <= INT_MAX)
        const run = () => runScript(ADD, { doc: `{"a":${a},"b":${b}}`, context: null })
        if (!fits) expect(run).toThrow(ScriptError)
        else expect(run()).toMatchObject({ doc: `{"product":${a * b},"sum":${a + b}}` })
      }),
    )
  })

  it('sort numbers as a plain sort does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (list) => {
        const sorted = list.toSorted((x, y) => x - y)
        const result = runScript(SORT, { doc: JSON.stringify({ list }), context: null })
        const text = result.kind === 'replaced' ? result.doc : JSON.stringify({ list })
        expect(text).toBe(JSON.stringify({ list: sorted }))
      }),
    )
  })

  it('leave a document unchanged that comes out as it went in', () => {
    const documents = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(documents, (document) => {
        if ('extra' in document) return
        const doc = JSON.stringify(document)
        expect(runScript(NOTHING, { doc, context: null })).toEqual({ kind: 'unchanged' })
      }),
    )
  })
})
