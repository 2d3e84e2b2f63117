import { describe, expect, it } from 'vitest'
import { ByteWriter } from '../bits/byte-writer.ts'
import type { FieldTable } from '../index/field-table.ts'
import type { MatchWords } from '../query/match-words.ts'
import { createTokenizer } from '../text/tokenizer.ts'
import { storedDocument } from '../segment/documents/stored-document.ts'
import { NO_EXTRAS, compilePresentation, writeHit } from './present-hit.ts'
import type { HitExtras, PresentationInput, PresentationRequest } from './present-hit.ts'

const TOKENIZER = createTokenizer({})
const PLAIN: PresentationRequest = {
  attributesToRetrieve: null,
  attributesToHighlight: null,
  attributesToCrop: null,
  cropLength: 10,
  cropMarker: '…',
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  showMatchesPosition: false,
}

function fieldTable(...paths: string[]): FieldTable {
  return {
    count: paths.length,
    path: (id) => paths[id] ?? '',
    id: (path) => paths.indexOf(path),
    weight: () => 0,
    weightMax: null,
    isExact: () => false,
  }
}

const FIELDS = fieldTable('id', 'title', 'tags', 'author', 'home', 'home.city', 'author.name', 'n')

function prefix(word: string): MatchWords {
  return {
    phrases: [],
    lists: [{ words: [word], isPrefix: true, queryCharCount: word.length, positions: [0] }],
  }
}

function present(
  document: string,
  request: Partial<PresentationRequest> = {},
  options: Partial<PresentationInput> & { extras?: Partial<HitExtras> } = {},
): string {
  const presentation = compilePresentation({
    request: { ...PLAIN, ...request },
    displayedAttributes: ['*'],
    fields: FIELDS,
    matchWords: prefix('sun'),
    tokenizer: TOKENIZER,
    ...options,
  })
  const out = new ByteWriter()
  const extras = options.extras === undefined ? NO_EXTRAS : { ...NO_EXTRAS, ...options.extras }
  writeHit(out, storedDocument(new TextEncoder().encode(document)), presentation, extras)
  return new TextDecoder().decode(out.view())
}

describe('writeHit without formatting', () => {
  it('is the text of the document when nothing is asked for', () => {
    const text = '{ "id": 1, "n": 1.50 }'
    expect(present(text)).toBe(text)
  })

  it('adds what the search knows, in the order of the interface', () => {
    const extras = {
      vectors: '{}',
      geoDistance: 5,
      federation: '{"a":1}',
      rankingScore: 0.5,
      rankingScoreDetails: '{"words":{}}',
    }
    expect(present('{"id":1}', {}, { extras })).toBe(
      '{"id":1,"_vectors":{},"_geoDistance":5,"_federation":{"a":1},"_rankingScore":0.5,"_rankingScoreDetails":{"words":{}}}',
    )
  })

  it('adds to an empty document, and to no field at all', () => {
    const extras = { rankingScore: 1 }
    expect(present('{ }', {}, { extras })).toBe('{ "_rankingScore":1}')
    expect(present('{"id":1}', { attributesToRetrieve: [] }, { extras })).toBe(
      '{"_rankingScore":1}',
    )
  })

  it('never shows stored vectors, even under an escaped key', () => {
    expect(present('{"id":1,"_vectors":{"a":[1]}}')).toBe('{"id":1}')
    expect(present('{"id":1,"\\u005fvectors":{"a":[1]}}')).toBe('{"id":1}')
    expect(present('{"_vectors":{}}', { attributesToRetrieve: ['_vectors'] })).toBe('{}')
  })

  it('puts its own values in the place of fields with their names', () => {
    expect(present('{"_geoDistance":"mine","id":1}', {}, { extras: { geoDistance: 7 } })).toBe(
      '{"id":1,"_geoDistance":7}',
    )
    expect(present('{"_geoDistance":"mine","id":1}')).toBe('{"_geoDistance":"mine","id":1}')
  })

  it('selects known, displayed names only', () => {
    const text = '{"id":1,"title":"x","home":{"city":"Ely","zip":2}}'
    const only = (...names: string[]) => present(text, { attributesToRetrieve: names })
    expect(only('title', 'ghost')).toBe('{"title":"x"}')
    expect(only('home.city')).toBe('{"home":{"city":"Ely"}}')
    expect(only('home.ghost')).toBe('{}')
    expect(only('home.*')).toBe('{}')
  })

  it('bounds everything by the displayed attributes', () => {
    const text = '{"id":1,"title":"x","author":{"name":"A","notes":[]}}'
    const shown = (attributesToRetrieve: string[] | null) =>
      present(text, { attributesToRetrieve }, { displayedAttributes: ['id', 'author.name'] })
    expect(shown(null)).toBe('{"id":1,"author":{"name":"A"}}')
    expect(shown(['*'])).toBe('{"id":1,"author":{"name":"A"}}')
    expect(shown(['author'])).toBe('{}')
    expect(shown(['title', 'author.name'])).toBe('{"author":{"name":"A"}}')
  })
})

describe('writeHit with _formatted', () => {
  it('highlights what is asked for and writes every number as a text', () => {
    const text = '{"id":1,"title":"Sunny \\"Sun\\"","tags":["sun",2.50,true,null]}'
    expect(
      present(text, { attributesToHighlight: ['title'], attributesToRetrieve: ['tags'] }),
    ).toBe(
      '{"tags":["sun",2.50,true,null],"_formatted":{"title":"<em>Sun</em>ny \\"<em>Sun</em>\\"","tags":["sun","2.50",true,null]}}',
    )
  })

  it('takes a star for everything displayed, retrieved or not', () => {
    const text = '{"id":1,"title":"sun","author":{"name":"Sunniva"}}'
    expect(
      present(
        text,
        { attributesToHighlight: ['*'], attributesToRetrieve: ['id'] },
        { displayedAttributes: ['id', 'author'] },
      ),
    ).toBe('{"id":1,"_formatted":{"id":"1","author":{"name":"<em>Sun</em>niva"}}}')
  })

  it('is left out when nothing asked for is known or displayed', () => {
    expect(present('{"id":1}', { attributesToHighlight: ['ghost'] })).toBe('{"id":1}')
    expect(
      present(
        '{"id":1}',
        { attributesToHighlight: ['author'] },
        { displayedAttributes: ['id', 'author.name'] },
      ),
    ).toBe('{"id":1}')
    expect(present('{"id":1}', { attributesToCrop: ['*'] }, { displayedAttributes: [] })).toBe('{}')
  })

  it('is there even when the document has none of the formatted attributes', () => {
    const request = { attributesToHighlight: ['title'], attributesToRetrieve: [] }
    expect(present('{"id":1}', request)).toBe('{"_formatted":{}}')
  })

  it('crops every text of a list by itself', () => {
    const request = { attributesToCrop: ['tags:1'], attributesToRetrieve: [] }
    expect(present('{"tags":["the sun shines","one two","x"]}', request)).toBe(
      '{"_formatted":{"tags":["…sun…","one…","x"]}}',
    )
  })

  it('crops and highlights together, with the markers given', () => {
    expect(
      present('{"title":"near a sunny window today"}', {
        attributesToRetrieve: [],
        attributesToCrop: ['title'],
        attributesToHighlight: ['title'],
        cropLength: 2,
        cropMarker: '~',
        highlightPreTag: '**',
        highlightPostTag: '"',
      }),
    ).toBe('{"_formatted":{"title":"~a **sun\\"ny~"}}')
  })

  it('finds words in numbers', () => {
    const request = { attributesToRetrieve: [], attributesToHighlight: ['n'] }
    expect(present('{"n":12.5}', request, { matchWords: prefix('1') })).toBe(
      '{"_formatted":{"n":"<em>1</em>2.5"}}',
    )
  })

  it('does not crop with length 0, but still presents the attribute', () => {
    const request = { attributesToRetrieve: [], attributesToCrop: ['title'], cropLength: 0 }
    expect(present('{"title":"a b c"}', request)).toBe('{"_formatted":{"title":"a b c"}}')
  })

  it('formats a text under a name that goes on inside objects', () => {
    const request = { attributesToRetrieve: [], attributesToHighlight: ['home.city'] }
    expect(present('{"home":"sun"}', request)).toBe('{"_formatted":{"home":"<em>sun</em>"}}')
  })

  it('replaces a field named _formatted', () => {
    const request = { attributesToHighlight: ['title'] }
    expect(present('{"title":"sun","_formatted":1}', request)).toBe(
      '{"title":"sun","_formatted":{"title":"<em>sun</em>","_formatted":"1"}}',
    )
  })
})

describe('writeHit with _matchesPosition', () => {
  it('covers everything displayed, whatever is retrieved', () => {
    const text =
      '{"id":1,"title":"the sun","tags":["x",["sun","sunny"]],"author":[{"name":"é sun"}]}'
    expect(present(text, { attributesToRetrieve: ['id'], showMatchesPosition: true })).toBe(
      '{"id":1,"_matchesPosition":{"author.name":[{"start":3,"length":3,"indices":[0]}],"tags":[{"start":0,"length":3,"indices":[1,1]}],"title":[{"start":4,"length":3}]}}',
    )
  })

  it('is an empty object without matches or without displayed attributes', () => {
    expect(present('{"id":1}', { showMatchesPosition: true })).toBe(
      '{"id":1,"_matchesPosition":{}}',
    )
    expect(
      present('{"title":"sun"}', { showMatchesPosition: true }, { displayedAttributes: [] }),
    ).toBe('{"_matchesPosition":{}}')
  })

  it('counts in the whole text, not in the cropped one', () => {
    expect(
      present('{"title":"near a sunny window"}', {
        attributesToRetrieve: [],
        attributesToCrop: ['title:1'],
        showMatchesPosition: true,
      }),
    ).toBe(
      '{"_formatted":{"title":"…sunny…"},"_matchesPosition":{"title":[{"start":7,"length":3}]}}',
    )
  })

  it('asks for the languages of each path', () => {
    const asked: string[] = []
    const localesOf = (path: string): readonly string[] | undefined => {
      asked.push(path)
      return undefined
    }
    present('{"title":"a","home":{"city":"b"}}', { showMatchesPosition: true }, { localesOf })
    expect(asked).toEqual(['title', 'home', 'home.city'])
  })
})

describe('writeHit with long texts', () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`)

  it('crops at the start when nothing matches, however long the text', () => {
    const request = { attributesToRetrieve: [], attributesToCrop: ['title:3'] }
    expect(present(`{"title":"${words.join(' ')}"}`, request)).toBe(
      '{"_formatted":{"title":"word0 word1 word2…"}}',
    )
    const wide = words.map((word) => word.repeat(20))
    expect(present(`{"title":"${wide.join(' ')}"}`, request)).toBe(
      `{"_formatted":{"title":"${wide.slice(0, 3).join(' ')}…"}}`,
    )
  })
})

describe('writeHit with a document that is cut off', () => {
  const DOCUMENT =
    '{"id":1,"title":"the \\"sea\\" chart","tags":["sea",{"n":2}],"home":{"city":"Ostia"}}'

  it('refuses it wherever it ends, and comes to an end', () => {
    const request = { ...PLAIN, attributesToHighlight: ['*'], attributesToCrop: ['title'] }
    const presentation = compilePresentation({
      request,
      displayedAttributes: ['*'],
      fields: FIELDS,
      matchWords: prefix('sea'),
      tokenizer: TOKENIZER,
    })
    const { formatter } = presentation
    const whole = new TextEncoder().encode(DOCUMENT)
    for (let length = 1; length < whole.length; length++) {
      const format = (): void =>
        formatter!.writeFormatted(whole.subarray(0, length), new ByteWriter())
      expect(format, DOCUMENT.slice(0, length)).toThrow('ends too early')
    }
  })
})
