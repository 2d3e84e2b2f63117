import { expect, it } from 'vitest'

import { Fragments, renderFragments } from './fragments.ts'

const fragments = new Fragments({
  label: { value: '{{doc.name}}' },
  card: { value: { kind: 'card', size: 3, lines: ['{{doc.name}}', '{{doc.colour}}'], more: null } },
  place: { value: '{{doc._geo.lat}}' },
  fixed: { value: 7 },
})

it('every string of a fragment is a template, the rest is kept', () => {
  expect(Object.fromEntries(renderFragments(fragments, { name: 'ivy', colour: 'green' }))).toEqual({
    label: 'ivy',
    card: { kind: 'card', size: 3, lines: ['ivy', 'green'], more: null },
    fixed: 7,
  })
})

it('a fragment that asks for what is not there is left out, the others stay', () => {
  const document = { name: 'ivy', _geo: { lat: 1, lng: 2 } }
  expect([...renderFragments(fragments, document).keys()]).toEqual(['label', 'fixed'])
})

it('a string that is no template is refused, with the way to it', () => {
  const make = () =>
    new Fragments({ a: { value: { list: ['x', '{{doc.x'] } } }, 'indexingFragments')
  expect(make).toThrow('`indexingFragments.a.list[1]` cannot be read as a template')
})
