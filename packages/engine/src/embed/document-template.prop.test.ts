import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { DEFAULT_DOCUMENT_TEMPLATE } from '../settings/document-template.ts'
import { DocumentTemplate } from './document-template.ts'

it('the default template gives what the template language makes of it', () => {
  const quick = DocumentTemplate.parse(DEFAULT_DOCUMENT_TEMPLATE)
  // a comment makes it another template with the same meaning
  const slow = DocumentTemplate.parse(`{% comment %}{% endcomment %}${DEFAULT_DOCUMENT_TEMPLATE}`)
  const names = fc.oneof(fc.string(), fc.constantFrom('_geo', '_vectors', 'size', 'toString'))
  const documents = fc.dictionary(names, fc.jsonValue())
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 60 }), (document, bytesMax) => {
      const isSearchable = (field: string) => field.length % 3 !== 0
      expect(quick.render(document, isSearchable, bytesMax)).toBe(
        slow.render(document, isSearchable, bytesMax),
      )
    }),
    { numRuns: 500 },
  )
})
