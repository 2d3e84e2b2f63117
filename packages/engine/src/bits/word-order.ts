/**
 * Word order: UTF-8 byte order, which is code point order. JavaScript's `<` compares UTF-16 units and would put
 * astral chars (surrogate pairs) before U+E000–U+FFFF.
 */
export function compareWords(a: string, b: string): number {
  const length = a.length < b.length ? a.length : b.length
  for (let i = 0; i < length; i++) {
    const unitA = a.charCodeAt(i)
    const unitB = b.charCodeAt(i)
    if (unitA !== unitB) return orderOf(unitA) - orderOf(unitB)
  }
  return a.length - b.length
}

/** Bytes of `text` in UTF-8; a lone surrogate counts 3, as the replacement char it is written as. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    bytes += unit < 0x800 ? 1 : 2
    // a pair is 4 bytes in 2 units: undo one of the two extra pairs of bytes
    if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) i++
  }
  return bytes
}

// Moves surrogates above the rest of the basic plane.
function orderOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** Sorts words in place, in word order. */
export function sortWords(words: string[]): string[] {
  words.sort()
  // code units and code points order differently only where surrogates meet: little is left to move then
  return words.some((word) => SURROGATE.test(word)) ? words.sort(compareWords) : words
}

const SURROGATE = /[\uD800-\uDFFF]/
