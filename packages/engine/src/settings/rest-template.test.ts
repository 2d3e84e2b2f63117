import { describe, expect, test } from 'vitest'
import type { Json } from './embedders.ts'
import { type RestTemplate, checkTemplatesAgree, parseRestTemplate } from './rest-template.ts'

describe('parseRestTemplate', () => {
  test.each<[Json, Omit<RestTemplate, 'placeholder'>]>([
    ['{{text}}', { repeatedPath: null, placeholderPath: [] }],
    [
      { input: '{{text}}', model: 'm' },
      { repeatedPath: null, placeholderPath: ['input'] },
    ],
    [['{{text}}', '{{..}}'], { repeatedPath: [], placeholderPath: [] }],
    [
      { input: [{ piece: ['x', '{{text}}'] }, '{{..}}', 'dropped'], keep: [1, null, true] },
      { repeatedPath: ['input'], placeholderPath: ['piece', 1] },
    ],
  ])('finds the placeholder of %j', (template, expected) => {
    expect(read(template)).toEqual({ placeholder: '{{text}}', ...expected })
  })

  test.each<[string, Json, string]>([
    ['no placeholder', { input: 'text' }, '`request` has no placeholder'],
    ['a placeholder inside a text', { input: 'a {{text}}' }, '`request` has no placeholder'],
    ['two placeholders', { a: '{{text}}', b: ['{{text}}'] }, '`request.b[0]`'],
    ['one repeated and one not', { a: ['{{text}}', '{{..}}'], b: '{{text}}' }, '`request.b`'],
    ['a repeat that comes first', ['{{..}}', '{{text}}'], '`request[0]`'],
    ['a repeat that comes twice', ['{{text}}', '{{..}}', '{{..}}'], '`request[2]`'],
    ['a repeat outside an array', { input: '{{..}}' }, '`request.input`'],
    ['a repeat of something else', ['x', '{{..}}'], '`request` repeats an element without'],
    ['a repeat in a repeat', [['{{text}}', '{{..}}'], '{{..}}'], '`request[0]` repeats inside'],
  ])('refuses %s', (_, template, message) => {
    expect(() => read(template)).toThrow(message)
  })

  test('does not follow a template without end', () => {
    let template: Json = '{{text}}'
    for (let depth = 0; depth < 100_000; depth++) template = [template]
    expect(() => read(template)).toThrow('nested too deeply')
  })
})

test('request and response both repeat, or neither', () => {
  const single = read('{{text}}')
  const repeated = read(['{{text}}', '{{..}}'])
  expect(() => checkTemplatesAgree(single, single)).not.toThrow()
  expect(() => checkTemplatesAgree(repeated, repeated)).not.toThrow()
  expect(() => checkTemplatesAgree(single, repeated)).toThrow('`response` repeats')
  expect(() => checkTemplatesAgree(repeated, single)).toThrow('`request` repeats')
})

function read(template: Json): RestTemplate {
  return parseRestTemplate(template, { name: 'request', placeholders: ['{{text}}'] })
}
