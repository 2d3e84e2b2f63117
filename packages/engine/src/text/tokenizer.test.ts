import { describe, expect, test } from 'vitest'
import type { TokenizerOptions } from './token.ts'
import { createTokenizer } from './tokenizer.ts'

/** `lemma@position` of every indexable word. */
function words(text: string, options: TokenizerOptions = {}, locales?: readonly string[]): string {
  const found: string[] = []
  createTokenizer(options).forEachWord(text, 0, locales, (lemma, position) => {
    found.push(`${lemma}@${position}`)
  })
  return found.join(' ')
}

/** Lemmas only, separators included. */
function lemmas(
  text: string,
  options: TokenizerOptions = {},
  locales?: readonly string[],
): string[] {
  return createTokenizer(options)
    .tokenize(text, locales)
    .map((token) => token.lemma)
}

/** `original:kind` with w, s (stop word), - (soft) and ! (hard). */
function kinds(text: string, options: TokenizerOptions = {}): string {
  const letters = { word: 'w', stopWord: 's', softSeparator: '-', hardSeparator: '!' }
  return createTokenizer(options)
    .tokenize(text)
    .map((token) => `${text.slice(token.start, token.end)}:${letters[token.kind]}`)
    .join('|')
}

describe('positions', () => {
  test('a hard separator moves the next word by eight, anything else by one', () => {
    expect(words('Done. Next, again; end.Final')).toBe('done@0 next@8 again@16 end@24 final@25')
  })

  test('numbers, apostrophes and signs are cut as punctuation says', () => {
    expect(words("L'Été 2024: prix -12.5€ (C++)")).toBe('l@0 ete@1 2024@2 prix@3 12@4 5€@5 c@6')
  })

  test('leading separators are skipped and several hard ones count once', () => {
    expect(words('!? . one!?!. two')).toBe('one@0 two@8')
  })

  test('a stop word takes a position and is not visited', () => {
    expect(words('over the moon', { stopWords: ['the'] })).toBe('over@0 moon@2')
  })

  test('stop words are compared with case and accents', () => {
    expect(words('The été ete the', { stopWords: ['the', 'été'] })).toBe('the@0 ete@2')
  })

  test('a word over 250 bytes takes a position and is not visited', () => {
    expect(words(`a ${'x'.repeat(251)} b`)).toBe('a@0 b@2')
    expect(words(`a ${'ж'.repeat(126)} b`)).toBe('a@0 b@2')
    expect(words(`é ${'x'.repeat(250)}`)).toBe(`e@0 ${'x'.repeat(250)}@1`)
  })

  test('nothing is visited past the last position, which is still counted', () => {
    const seen: string[] = []
    const tokenizer = createTokenizer({})
    const last = tokenizer.forEachWord('a b. c', 65_534, undefined, (lemma) => seen.push(lemma))
    expect(seen).toEqual(['a', 'b'])
    expect(last).toBe(65_543)
  })

  test('a value without words leaves the position alone', () => {
    expect(createTokenizer({}).forEachWord(' -! ', 7, undefined, () => undefined)).toBe(7)
    expect(createTokenizer({}).forEachWord('', 7, undefined, () => undefined)).toBe(7)
  })

  test('words of a script without spaces follow each other', () => {
    expect(words('红茶和绿茶')).toBe('红茶@0 和@1 绿茶@2')
  })
})

describe('separators', () => {
  test('in ASCII, dollar, comparison signs, caret, bar and tilde are letters', () => {
    expect(lemmas('a$b<c=d>e^f|g~h')).toEqual(['a$b<c=d>e^f|g~h'])
  })

  test('dot and comma are hard only with the space after them', () => {
    expect(kinds('a. b,c, d.\ne')).toBe('a:w|. :!|b:w|,:-|c:w|, :!|d:w|.:-|\n:-|e:w')
  })

  test('the kind is decided after decomposition', () => {
    expect(kinds('a，b。c！d')).toBe('a:w|，:-|b:w|。:!|c:w|！:!|d:w')
    expect(words('gate… ‼')).toBe('gate@0 ...@1 !!@2')
  })

  test('a no-break space does not cut, and is trimmed from what is indexed', () => {
    expect(lemmas('a\u00a0b')).toEqual(['a b'])
    expect(words('Bonjour\u00a0! non')).toBe('bonjour@0 non@8')
  })

  test('separators of several chars win over shorter ones', () => {
    expect(words('gate<br>tower<brx', { separatorTokens: ['<br>', '<'] })).toBe(
      'gate@0 tower@1 brx@2',
    )
  })

  test('removal wins over addition and leaves dot-space alone', () => {
    const options = { separatorTokens: ['|'], nonSeparatorTokens: ['|', '.'] }
    expect(words('a|b v1.2 end. next', options)).toBe('a|b@0 v1.2@1 end@2 next@10')
  })

  test('a space that does not separate stays inside the lemma', () => {
    expect(words(' gate tower ', { nonSeparatorTokens: [' '] })).toBe('gate tower@0')
  })
})

describe('dictionary', () => {
  test('an entry is one token whatever it contains, with its case', () => {
    const options = { dictionary: ['J. R. R.'] }
    expect(words('J. R. R. Tolkien', options)).toBe('j. r. r.@0 tolkien@1')
    expect(words('j. r. r. Tolkien', options)).toBe('j@0 r@8 r@16 tolkien@24')
  })

  test('an entry is found inside a longer word', () => {
    expect(words('meetrendezpoint', { dictionary: ['rendez'] })).toBe('meet@0 rendez@1 point@2')
  })

  test('an entry that is a separator stays one', () => {
    expect(kinds('a;b', { dictionary: [';'] })).toBe('a:w|;:!|b:w')
  })
})

describe('normalization', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Łódź Ørsted Straße', 'łodz ørsted straße'],
    ['Œuvre CÆSAR ﬁnal oﬃce', 'oeuvre caesar final office'],
    ['Đồng Ðunav ısı İZMİR', 'dong dunav isi izmir'],
    ['m² Ⅻ 20℃ №', 'm2 xii 20°c no'],
    ['ΟΔΥΣΣΕΑΣ Οδυσσέας', 'οδυσσεασ οδυσσεασ'],
    ['שָׁלוֹם', 'שלום'],
    ['كـــتاب كِتَاب أحمد مدرسة', 'كتاب كتاب احمد مدرسه'],
    ['ԲԱՐԵՎ', 'բարեվ'],
    ['Ёж', 'е\u0308ж'],
    ['がく', 'か\u3099く'],
    ['カタカナ', 'かたかな'],
    ['讀書', '读书'],
    ['a\u0001b', 'ab'],
  ])('%s is indexed as %s', (text, expected) => {
    const found = createTokenizer({})
      .tokenize(text)
      .map((token) => (token.kind === 'word' ? token.lemma : ' '))
    expect(found.join('')).toBe(expected)
  })

  test('half a surrogate pair becomes the replacement char', () => {
    expect(lemmas('a\ud800b')).toEqual(['a\ufffdb'])
  })

  test('a mark of an emoji goes with the script around it', () => {
    expect(lemmas('❤\ufe0f')).toEqual(['❤\ufe0f'])
    expect(lemmas('❤\ufe0f heart')).toEqual(['❤', ' ', 'heart'])
  })

  test('full-width letters keep their case', () => {
    expect(lemmas('ＡＢＣ')).toEqual(['ABC'])
  })
})

describe('locales', () => {
  test('German compounds are cut only where German is allowed', () => {
    expect(lemmas('Apfelkuchen Gartentür', {}, ['deu'])).toEqual([
      'apfel',
      'kuchen',
      ' ',
      'garten',
      'tur',
    ])
    expect(lemmas('Apfelkuchen', {}, ['eng'])).toEqual(['apfelkuchen'])
    expect(words('Apfelkuchen', {}, ['deu'])).toBe('apfel@0 kuchen@1')
  })

  test('Swedish letters keep their marks', () => {
    expect(lemmas('Åéa\u030ao\u0308', {}, ['swe'])).toEqual(['åeåö'])
    expect(lemmas('Åé')).toEqual(['ae'])
  })

  test('the Arabic article is cut off', () => {
    expect(lemmas('الكتاب')).toEqual(['ال', 'كتاب'])
    expect(lemmas('ال')).toEqual(['ال'])
  })

  test('Han alone is Chinese, with kana Japanese', () => {
    expect(lemmas('國', {})).toEqual(['国'])
    expect(lemmas('國のカ', {}).join('')).toBe('國のか')
    expect(lemmas('國', {}, ['jpn'])).toEqual(['國'])
  })
})

describe('the original of a part of a lemma', () => {
  test.each([
    ['ﬁnal', 3, 'ﬁn'],
    ['cafe\u0301', 4, 'cafe'],
    ['a\u030angstrom', 4, 'a\u030angs'],
    ['été', 2, 'ét'],
    ['lantern', 3, 'lan'],
    ['ﬁ', 1, 'ﬁ'],
    ['🎉🎉', 1, '🎉'],
    ['abc', 9, 'abc'],
    ['abc', 0, ''],
  ])('%s, %i chars', (original, charCount, expected) => {
    const length = createTokenizer({}).originalLength(original, charCount)
    expect(original.slice(0, length)).toBe(expected)
  })
})
