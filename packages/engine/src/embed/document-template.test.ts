import { describe, expect, it } from 'vitest'

import { DEFAULT_DOCUMENT_TEMPLATE } from '../settings/document-template.ts'
import { DocumentTemplate, checkTemplate } from './document-template.ts'

const FERN = {
  id: 1,
  title: 'The Tall Fern',
  tags: ['shade', 'damp'],
  size: { w: 2, h: 3.5 },
  note: null,
  ok: true,
  n: 1200,
  _geo: { lat: 1, lng: 2 },
}

const render = (source: string, document: Record<string, unknown> = FERN, bytesMax = 400) =>
  DocumentTemplate.parse(source).render(document, (field) => field !== 'id', bytesMax, '1')

const problemOf = (source: string, document: Record<string, unknown> = FERN) => {
  try {
    render(source, document)
  } catch (error) {
    return error as { code: string; message: string }
  }
  return null
}

describe('what a template writes', () => {
  it.each([
    ['{{doc.title}}', 'The Tall Fern'],
    ['{{ doc.tags }}', 'shadedamp'],
    ['{{doc.tags[0]}}, {{doc["title"]}}, {{doc.tags.last}}', 'shade, The Tall Fern, damp'],
    ['{{doc.size}}', 'w2h3.5'],
    ['{{doc.ok}} {{doc.n}} {{doc.note}}|', 'true 1200 |'],
    ['{{doc.tags | size}} {{doc.size.size}}', '2 2'],
  ])('%s is %s', (source, text) => {
    expect(render(source)).toBe(text)
  })

  it.each([
    [1e21, '1000000000000000000000'],
    [-1.5e22, '-15000000000000000000000'],
    [1.25e-7, '0.000000125'],
    [0.1, '0.1'],
    [3, '3'],
  ])('a number has no exponent: %d is %s', (n, text) => {
    expect(render('{{doc.n}}', { n })).toBe(text)
  })

  it('fields named like members of every object are only fields', () => {
    const document = { toString: 'x', constructor: { name: 'y' } }
    expect(render('{{doc}}', document)).toBe('toStringxconstructornamey')
    expect(problemOf('{{doc.valueOf}}', document)?.code).toBe('invalid_document_fields')
  })

  it.each([
    ['{{doc.title | upcase}}', 'THE TALL FERN'],
    ["{{doc.title | split: ' ' | last}}", 'Fern'],
    ['{{doc.title | truncatewords: 2}}', 'The Tall...'],
    ['{{doc.n | plus: 5 | divided_by: 3}}', '401'],
    ['{{doc.n | divided_by: 7.5}}', '160'],
    ["{{doc.title | replace: 'Fern', 'Ivy' | append: '!'}}", 'The Tall Ivy!'],
    ["{{'2024-02-29T10:00:00Z' | date: '%Y/%m/%d'}}", '2024/02/29'],
  ])('filters: %s is %s', (source, text) => {
    expect(render(source)).toBe(text)
  })

  it.each([
    ['{% for t in doc.tags %}{{forloop.index}}{{t}} {% endfor %}', '1shade 2damp '],
    ['{% assign a = doc.title %}{{a}}', 'The Tall Fern'],
    ['{% capture c %}{{doc.size}}{% endcapture %}{{c}}', 'w2h3.5'],
    ['{% raw %}{{x}}{% endraw %}{% comment %}hidden{% endcomment %}', '{{x}}'],
    ["{% case doc.title %}{% when 'moss' %}soft{% else %}firm{% endcase %}", 'firm'],
    ['{% for i in (1..4) %}{% if i == 2 %}{% continue %}{% endif %}{{i}}{% endfor %}', '134'],
    ["{% for i in (1..3) %}{% cycle 'a', 'b' %}{% endfor %}{% increment n %}", 'aba0'],
    [
      '{% for w in doc.words %}{% ifchanged %}{{w}} {% endifchanged %}{% endfor %}',
      'red blue red ',
    ],
  ])('tags: %s is %s', (source, text) => {
    expect(render(source, { ...FERN, words: ['red', 'red', 'blue', 'red'] })).toBe(text)
  })

  it('the default template has a line for every searchable field with a value', () => {
    expect(render(DEFAULT_DOCUMENT_TEMPLATE)).toBe(
      'title: The Tall Fern\ntags: shadedamp\nsize: w2h3.5\nok: true\nn: 1200\n',
    )
  })
})

describe('what a template cannot see', () => {
  it.each([
    '{{doc.missing}}',
    '{{doc.size.depth}}',
    '{{doc.tags[7]}}',
    '{{item.title}}',
    '{% if doc.missing == nil %}a{% endif %}',
    '{% if doc.ok and doc.missing == 1 %}a{% endif %}',
    '{{doc.missing | default: "none"}}',
    '{% for t in doc.missing %}x{% endfor %}',
    '{% assign a = doc.missing %}',
    '{% case doc.missing %}{% when 1 %}{% endcase %}',
    '{{doc._geo}}',
    "{% include 'x' %}",
    "{% render 'x' %}",
  ])('%s fails the document', (source) => {
    expect(problemOf(source)?.code).toBe('invalid_document_fields')
  })

  it('names the document, what was asked for and what there is', () => {
    expect(problemOf('{{doc.size.depth}}')?.message).toBe(
      'The document template cannot be rendered for document `1`: `doc.size.depth` is not there; there is `doc.size.w`, `doc.size.h`.',
    )
  })

  it.each([
    ['{% if doc.missing %}has{% else %}lacks{% endif %}', 'lacks'],
    ['{% unless doc.missing %}lacks{% endunless %}', 'lacks'],
    ['{% if doc.missing or doc.ok %}one{% endif %}', 'one'],
    ['{% if doc.missing and doc.missing == 1 %}a{% else %}b{% endif %}', 'b'],
    ['{% unless doc.note %}blank{% endunless %}', 'blank'],
    ['{% if doc.missing %}{% elsif doc.n > 100 %}many{% endif %}', 'many'],
    ["{% if doc.tags contains 'damp' and doc.n >= 1200 %}both{% endif %}", 'both'],
  ])('as a bare condition it is false: %s is %s', (source, text) => {
    expect(render(source)).toBe(text)
  })
})

describe('the size of the text', () => {
  it('is cut at the end of a character', () => {
    expect(render('{{doc.t}}', { t: 'abcdef' }, 4)).toBe('abcd')
    expect(render('{{doc.t}}', { t: 'aéé' }, 4)).toBe('aé')
    expect(render('{{doc.t}}', { t: '😀😀' }, 7)).toBe('😀')
    expect(render('{{doc.t}}', { t: 'éé' }, 4)).toBe('éé')
    expect(render('{{doc.t}}', { t: 'é' }, 1)).toBe('')
  })

  it('is bounded while it is made', () => {
    const source = '{% for i in (1..100000000) %}x{% endfor %}'
    expect(problemOf(source)?.code).toBe('invalid_document_fields')
  })
})

describe('what is no template', () => {
  it.each([
    '{{doc.title',
    '{% if doc.title %}x',
    '{{doc.title | shout}}',
    '{% loop %}',
    '{{}}',
    '{{doc.title | }}',
    '{% if doc.a %}{% assign b = doc.a | %}{% endif %}',
    '{% if doc.title | size %}x{% endif %}',
    '{% if doc.a == %}x{% endif %}',
    '{% liquid echo 1 %}',
    '{% layout "x" %}',
    '{% echo doc.title %}',
    '{% # note %}',
    '{{doc | json}}',
  ])('%s', (source) => {
    expect(checkTemplate(source)).toEqual(expect.any(String))
    expect(() => DocumentTemplate.parse(source)).toThrow('The document template cannot be read')
  })

  it('a raw part may look like one that is not', () => {
    expect(render('{% raw %}{{a | }}{% endraw %}')).toBe('{{a | }}')
  })

  it('an empty one is', () => {
    expect(checkTemplate('')).toBeNull()
    expect(render('')).toBe('')
  })
})
