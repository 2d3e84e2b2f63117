// Word boundaries of languages written without spaces come from the runtime's dictionaries (`Intl.Segmenter`).

const segmenters = new Map<string, Intl.Segmenter>()

/** The ends of the words of `text` as the runtime cuts it for `locale`. */
export function dictionaryWordEnds(text: string, locale: string): number[] {
  let segmenter = segmenters.get(locale)
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
    segmenters.set(locale, segmenter)
  }
  const ends: number[] = []
  for (const { index, segment } of segmenter.segment(text)) ends.push(index + segment.length)
  return ends
}
