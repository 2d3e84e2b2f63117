// Templates made of pieces of the language, in any order. Laws: reading either succeeds or says why, and what was read
// either renders within the size asked for or throws InputError; nothing else is ever thrown.

import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { InputError } from '../errors.ts'
import { DocumentTemplate, checkTemplate } from './document-template.ts'

const pieces = fc.constantFrom(
  ...['{{', '}}', '{%', '%}', '{{-', '-%}', '|', ':', ',', '..', '(1..3)', '[', ']', '.', '"', "'"],
  ...[
    'if ',
    'elsif ',
    'else',
    'endif',
    'unless ',
    'endunless',
    'for x in ',
    'endfor',
    'case ',
    'when ',
  ],
  ...[
    'endcase',
    'assign a = ',
    'capture c',
    'endcapture',
    'raw',
    'endraw',
    'comment',
    'endcomment',
  ],
  ...[
    'cycle ',
    'increment n',
    'tablerow x in ',
    'endtablerow',
    'ifchanged',
    'endifchanged',
    'break',
  ],
  ...[
    'doc',
    'doc.title',
    'doc.tags',
    'doc.missing',
    'fields',
    'x',
    'a',
    'forloop.index',
    'nil',
    'empty',
  ],
  ...[
    'upcase',
    'split',
    'join',
    'date',
    'slice',
    'where',
    'map',
    'divided_by: 0',
    'default: 1',
    'sort',
  ],
  ...[' == ', ' and ', ' or ', ' contains ', ' > ', ' 1 ', ' ', '\n', 'é😀', '0x'],
)

const templates = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(''))
const documents = fc.dictionary(
  fc.constantFrom('title', 'tags', 'toString', '_geo'),
  fc.jsonValue(),
)

it('every text is a template or a reason, and every template a text or an InputError', () => {
  fc.assert(
    fc.property(
      templates,
      documents,
      fc.integer({ min: 0, max: 40 }),
      (source, document, bytes) => {
        if (checkTemplate(source) !== null) {
          expect(() => DocumentTemplate.parse(source)).toThrow(InputError)
          return
        }
        try {
          const text = DocumentTemplate.parse(source).render(document, () => true, bytes)
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(InputError)
        }
      },
    ),
    { numRuns: 30_000 },
  )
})
