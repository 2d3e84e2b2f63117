// The tokenizer that settings ask for. Making one compiles its tables, so the last few are kept by what they depend on.

import type { Settings } from '../settings/settings-table.ts'
import type { Tokenizer, TokenizerOptions } from '../text/token.ts'
import { createTokenizer } from '../text/tokenizer.ts'

const TOKENIZERS_MAX = 16

type TextSettings = Pick<
  Settings,
  'stopWords' | 'separatorTokens' | 'nonSeparatorTokens' | 'dictionary'
>

/** A tokenizer for documents and queries of an index with these settings. */
export function tokenizerFor(settings: TextSettings): Tokenizer {
  return tokenizerOf({
    stopWords: settings.stopWords,
    separatorTokens: settings.separatorTokens,
    nonSeparatorTokens: settings.nonSeparatorTokens,
    dictionary: settings.dictionary,
  })
}

/** The form in which the tokenizer would put a query word. */
export function normalizeWord(settings: TextSettings): (word: string) => string {
  const tokenizer = tokenizerFor(settings)
  return (word) =>
    tokenizer
      .tokenize(word)
      .map((token) => token.lemma)
      .join('')
}

/** Pure: the same options always give an equal tokenizer, so keeping some is not observable. */
const kept = new Map<string, Tokenizer>()

function tokenizerOf(options: TokenizerOptions): Tokenizer {
  const name = JSON.stringify(options)
  let tokenizer = kept.get(name)
  if (tokenizer === undefined) {
    tokenizer = createTokenizer(options)
    if (kept.size >= TOKENIZERS_MAX) kept.clear()
    kept.set(name, tokenizer)
  }
  return tokenizer
}
