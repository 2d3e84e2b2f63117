// Conditions on vectors: `_vectors.<embedder>[.<what>] EXISTS`. Names may stand in double quotes.

import { errorAt, quote } from './filter-source.ts'
import type { FilterPlace } from './filter-source.ts'
import type { FilterLexer } from './lexer.ts'
import { notNode } from './nodes/not.ts'
import type { FilterNode } from './nodes/filter-node.ts'
import { VECTOR_PROPERTIES, vectorsExistNode } from './nodes/vectors-exist.ts'
import type { NamedPlace, VectorProperty } from './nodes/vectors-exist.ts'

const FIELD = '_vectors'

/** Parses a condition on vectors; null, and nothing taken, when it is about something else. */
export function parseVectorCondition(lexer: FilterLexer): FilterNode | null {
  const first = lexer.peek()
  const isOurs = first.text === FIELD || first.text.startsWith(`${FIELD}.`)
  if (first.kind !== 'word' || !isOurs) return null
  const { source } = lexer
  const names = takeNames(lexer)
  const place: FilterPlace = { source, start: first.start, end: lexer.peek().start }
  const isNegated = lexer.takeIf('NOT')
  if (!lexer.takeIf('EXISTS')) {
    throw errorAt(place, '`_vectors` can be filtered with `EXISTS` and `NOT EXISTS` only.')
  }
  const [embedder, what, fragment, ...rest] = names
  const property = propertyOf(what, fragment, place)
  const extra = property === 'fragments' ? rest[0] : fragment
  if (extra !== undefined) {
    throw errorAt(extra.place, `${quote(extra.name)} cannot stand here: one property at a time.`)
  }
  const node = vectorsExistNode({
    place,
    embedder: embedder ?? null,
    property,
    fragment: property === 'fragments' ? fragment! : null,
  })
  return isNegated ? notNode(node) : node
}

interface TakenName extends NamedPlace {
  readonly isQuoted: boolean
}

/** What follows `_vectors`, cut at dots that stand outside of quotes. */
function takeNames(lexer: FilterLexer): TakenName[] {
  const { source } = lexer
  const names: TakenName[] = []
  let token = lexer.take()
  let { end } = token
  addWords(token.text.slice(FIELD.length), token.start + FIELD.length, lexer, names)
  for (;;) {
    const next = lexer.peek()
    const isJoined = next.start === end && (next.kind === 'quoted' || next.kind === 'word')
    if (!isJoined) break
    const isAfterDot = source.text[next.start - 1] === '.'
    token = lexer.take()
    end = token.end
    if (token.kind === 'quoted' && isAfterDot) {
      // the dot before it opened an empty name
      names.pop()
      names.push({
        name: token.text,
        place: { source, start: token.start, end: token.end },
        isQuoted: true,
      })
    } else if (token.kind === 'word' && token.text.startsWith('.')) {
      addWords(token.text, token.start, lexer, names)
    } else {
      const place = { source, start: token.start, end: token.end }
      throw errorAt(place, `A dot was expected before ${quote(token.text)}.`)
    }
  }
  for (const { name, place } of names) {
    if (name === '') throw errorAt(place, 'A name is missing after the dot.')
  }
  return names
}

/** `text` is empty or starts with a dot. */
function addWords(text: string, start: number, lexer: FilterLexer, names: TakenName[]): void {
  let at = start
  for (const word of text.split('.').slice(1)) {
    const from = at + 1
    at = from + word.length
    const place = { source: lexer.source, start: from, end: at }
    names.push({ name: word, place, isQuoted: false })
  }
}

function propertyOf(
  what: TakenName | undefined,
  fragment: TakenName | undefined,
  place: FilterPlace,
): VectorProperty {
  if (what === undefined) return 'any'
  const known = VECTOR_PROPERTIES.find((property) => property === what.name)
  if (known === undefined || what.isQuoted) {
    const accepted = VECTOR_PROPERTIES.map((property) => `\`${property}\``).join(', ')
    throw errorAt(what.place, `${quote(what.name)} is not known of vectors. Accepted: ${accepted}.`)
  }
  if (known === 'fragments' && fragment === undefined) {
    throw errorAt(place, '`fragments` needs the name of a fragment after a dot.')
  }
  return known
}
