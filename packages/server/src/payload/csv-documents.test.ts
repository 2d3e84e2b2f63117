import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { CsvDocuments } from './csv-documents.ts'
import { PayloadSyntaxError } from './document-parser.ts'

function parse(text: string, delimiter = ','): unknown[] {
  const parser = new CsvDocuments(delimiter)
  const lines = Buffer.concat([parser.push(Buffer.from(text)), parser.end()]).toString()
  const documents = lines.split('\n').slice(0, -1)
  expect(parser.documentCount).toBe(documents.length)
  return documents.map((line): unknown => JSON.parse(line))
}

describe('records', () => {
  test('the header names the fields, types are read from its suffixes', () => {
    expect(parse('id:number,name,ok:boolean,note:x\n7,"Doe, J",true,\n')).toEqual([
      { id: 7, name: 'Doe, J', ok: true, 'note:x': null },
    ])
  })

  test('quoted cells hold delimiters, quotes and line breaks', () => {
    expect(parse('id,a\n1,"x ""y"""\n2,"two\nlines"')).toEqual([
      { id: '1', a: 'x "y"' },
      { id: '2', a: 'two\nlines' },
    ])
  })

  test('records end at LF, CR or both, and the last needs no end', () => {
    expect(parse('id\r\n1\r2\n\n3')).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }])
  })

  test('the last of two columns with one name wins', () => {
    expect(parse('id,n,n\n1,a,b\n')).toEqual([{ id: '1', n: 'b' }])
  })

  test('another delimiter', () => {
    expect(parse('id;n\n1;"a;b"', ';')).toEqual([{ id: '1', n: 'a;b' }])
  })

  test('a header alone, or nothing but line breaks, is no document', () => {
    expect(parse('id,name\n')).toEqual([])
    expect(parse('\n\n')).toEqual([])
  })
})

describe('cells', () => {
  test('integers are exact, other numbers are doubles', () => {
    const parser = new CsvDocuments(',')
    const text = 'n:number\n007\n+5\n 12 \n9007199254740993\n1e3\n0.10\nNaN\n'
    expect(parser.push(Buffer.from(text)).toString().split('\n').slice(0, -1)).toEqual(
      ['7', '5', '12', '9007199254740993', '1000', '0.1', 'null'].map((n) => `{"n":${n}}`),
    )
  })

  test('an empty cell is null, a blank string cell is kept', () => {
    expect(parse('s,n:number,b:boolean\n,,\n , , \n')).toEqual([
      { s: null, n: null, b: null },
      { s: ' ', n: null, b: null },
    ])
  })

  test.each(['n:number\ntwelve', 'n:number\n0x10', 'b:boolean\nTrue', 'a,b\n1', 'a\n1,2'])(
    '%j is refused with its record',
    (text) => {
      expect(() => parse(text)).toThrow(PayloadSyntaxError)
      expect(() => parse(text)).toThrow(/record 2/)
    },
  )
})

test('however an upload is cut, the documents are those of the whole', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'é', ' ') })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1 }),
      fc.array(fc.nat({ max: 5 }), { maxLength: 50 }),
      (rows, sizes) => {
        const csv = `a,b\n${rows.map((row) => row.map(quote).join(',')).join('\n')}`
        const bytes = Buffer.from(csv)
        const parser = new CsvDocuments(',')
        const out: Buffer[] = []
        let at = 0
        for (const size of sizes) {
          out.push(parser.push(bytes.subarray(at, at + size)))
          at += size
        }
        out.push(parser.push(bytes.subarray(at)), parser.end())
        const lines = Buffer.concat(out).toString().split('\n').slice(0, -1)
        const expected = rows.map(([a, b]) => ({ a: a === '' ? null : a, b: b === '' ? null : b }))
        expect(lines.map((line): unknown => JSON.parse(line))).toEqual(expected)
      },
    ),
  )
})

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
