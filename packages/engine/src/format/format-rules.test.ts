import { describe, expect, it } from 'vitest'
import { compileFormatRules, parseCropItem } from './format-rules.ts'
import type { FormatRules } from './format-rules.ts'

const KNOWN = ['id', 'title', 'text', 'author', 'author.name']
const KNOWLEDGE = {
  isShown: (name: string) => KNOWN.includes(name),
  order: (name: string) => (KNOWN.includes(name) ? KNOWN.indexOf(name) : Infinity),
}

function compile(lists: { highlight?: string[]; crop?: string[] }): FormatRules | null {
  return compileFormatRules(
    {
      attributesToHighlight: lists.highlight ?? null,
      attributesToCrop: lists.crop ?? null,
      cropLength: 10,
    },
    KNOWLEDGE,
  )
}

describe('compileFormatRules', () => {
  it('is null when nothing asked for is known', () => {
    expect(compile({})).toBeNull()
    expect(compile({ highlight: [], crop: ['ghost'] })).toBeNull()
  })

  it('joins highlighting and cropping of one attribute', () => {
    expect(compile({ highlight: ['title'], crop: ['title:3'] })?.leafFormat('title')).toEqual({
      isHighlighted: true,
      cropLength: 3,
    })
  })

  it('reaches leaves below a name, and a leaf above it', () => {
    expect(compile({ highlight: ['author'] })?.leafFormat('author.name')).not.toBeNull()
    expect(compile({ highlight: ['author.name'] })?.leafFormat('author')).not.toBeNull()
    expect(compile({ highlight: ['author.name'] })?.leafFormat('title')).toBeNull()
  })

  it('takes the crop length of the attribute known first when several reach a leaf', () => {
    const rules = compile({ highlight: ['author.name'], crop: ['author.name:2', 'author:4'] })
    expect(rules?.leafFormat('author.name')).toEqual({ isHighlighted: true, cropLength: 4 })
  })

  it('lets a later crop item win over an earlier one', () => {
    expect(compile({ crop: ['text:2', 'text:5'] })?.leafFormat('text')?.cropLength).toBe(5)
    expect(compile({ crop: ['text:3', '*:1'] })?.leafFormat('text')?.cropLength).toBe(1)
    expect(compile({ crop: ['*:1', 'text:3'] })?.leafFormat('text')?.cropLength).toBe(3)
  })

  it('covers every attribute with a star', () => {
    const rules = compile({ highlight: ['*'], crop: ['text'] })
    expect(rules?.coversAll).toBe(true)
    expect(rules?.leafFormat('id')).toEqual({ isHighlighted: true, cropLength: null })
    expect(rules?.leafFormat('text')).toEqual({ isHighlighted: true, cropLength: 10 })
  })
})

describe('parseCropItem', () => {
  it.each([
    ['text', 'text', 10],
    ['text:3', 'text', 3],
    ['text:0', 'text', 0],
    ['text:', 'text', 10],
    ['text:-3', 'text', 10],
    ['text:x', 'text', 10],
    ['text:2:4', 'text:2', 4],
  ])('reads %s', (item, name, cropLength) => {
    expect(parseCropItem(item, 10)).toEqual({ name, cropLength })
  })
})
