// Stand-ins for the public collections: documents of the same shape with made-up words whose frequencies fall off as
// those of a language do. Figures from them say that a bench works, and little more.

import type { QueryGroup } from './collections.ts'
import { seededRandom } from './seeded-random.ts'

const VOCABULARY_SIZE = 8000
const SYLLABLES = ['ba', 'cor', 'den', 'fi', 'gal', 'ho', 'jun', 'ka', 'lim', 'mo', 'nar', 'pe']
const TAIL_SYLLABLES = ['qui', 'ras', 'sto', 'ta', 'ul', 'vex', 'wi', 'zo']

/** Documents like those of `packages`, as JSON lines. */
export function generatedPackages(count: number): string[] {
  const random = seededRandom()
  const words = vocabulary()
  const text = (length: number): string =>
    Array.from({ length }, () => words[rank(random, words.length)]).join(' ')
  return Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      id: i + 1,
      name: `${text(1)}-${i}`,
      title: text(4 + Math.floor(random() * 6)),
      description: text(20 + Math.floor(random() * 120)),
      section: `section-${rank(random, 50)}`,
      priority: random() < 0.9 ? 'optional' : 'required',
      maintainer: `Team ${rank(random, 900)}`,
      architecture: random() < 0.5 ? 'all' : 'amd64',
      version: `${i % 7}.${i % 11}`,
      tags: Array.from({ length: rank(random, 9) }, () => `role::${words[rank(random, 300)]}`),
      installedSize: Math.floor(random() ** 4 * 1e6),
      size: Math.floor(random() ** 4 * 1e8),
    }),
  )
}

/** Documents like those of `cities`, as JSON lines. */
export function generatedCities(count: number): string[] {
  const random = seededRandom()
  const words = vocabulary()
  return Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      id: i + 1,
      name: words[Math.floor(random() * words.length)],
      altName: '',
      country: `C${rank(random, 200)}`,
      featureCode: 'PPL',
      population: Math.floor(random() ** 6 * 1e7),
      _geo: { lat: random() * 180 - 90, lng: random() * 360 - 180 },
    }),
  )
}

/** Word queries over generated packages, in the groups of the real ones. */
export function generatedQueries(lines: readonly string[]): QueryGroup[] {
  const random = seededRandom()
  const titleWords = (): string[] => {
    const line = lines[Math.floor(random() * lines.length)] ?? '{"title":"empty"}'
    return (JSON.parse(line) as { title: string }).title.split(' ')
  }
  return [
    group('common-word', () => vocabulary()[rank(random, 20)] ?? ''),
    group('one-word', () => titleWords()[0] ?? ''),
    group('two-words', () => titleWords().slice(0, 2).join(' ')),
    group('four-words', () => titleWords().slice(0, 4).join(' ')),
    group('long-query', () => [...titleWords(), ...titleWords()].slice(0, 10).join(' ')),
    group('as-you-type', () => {
      const text = titleWords().slice(0, 3).join(' ')
      return text.slice(0, 1 + Math.floor(random() * text.length))
    }),
    group('typo', () => {
      const [word = ''] = titleWords().toSorted((a, b) => b.length - a.length)
      return word.slice(0, 2) + word.slice(3)
    }),
  ]
}

function group(name: string, make: () => string): QueryGroup {
  return { name, texts: Array.from({ length: 60 }, make) }
}

let cached: string[] | null = null

function vocabulary(): string[] {
  if (cached !== null) return cached
  const random = seededRandom()
  const words = new Set<string>()
  while (words.size < VOCABULARY_SIZE) {
    let word = ''
    for (let length = 1 + Math.floor(random() * 4); length > 0; length--) {
      word += SYLLABLES[Math.floor(random() * SYLLABLES.length)]
    }
    words.add(word + TAIL_SYLLABLES[Math.floor(random() * TAIL_SYLLABLES.length)])
  }
  cached = [...words]
  return cached
}

/** A place in a list of `size`, the first ones far more often than the last. */
function rank(random: () => number, size: number): number {
  return Math.min(size - 1, Math.floor(size ** random()) - 1)
}
