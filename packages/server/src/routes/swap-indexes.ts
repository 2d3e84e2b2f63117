import { InputError } from '@sextant/engine'

import { summarizeTask } from '../tasks/task.ts'
import { readObject, wrongKind } from '../validate/body-fields.ts'
import { BOOLEAN, listOf, objectSchema } from '../validate/body-kinds.ts'
import { INDEX_UID } from '../validate/index-uid.ts'
import type { JsonValue } from '../validate/json-value.ts'
import type { IndexSwap } from '../tasks/task.ts'
import { readJson, type Route } from './route.ts'

const PAIR = {
  indexes: {
    kind: listOf(INDEX_UID),
    code: 'invalid_swap_indexes',
    missing: 'missing_swap_indexes',
    doc: 'Two index uids.',
  },
  rename: {
    kind: BOOLEAN,
    code: 'invalid_swap_rename',
    doc: 'Give the first index the name of the second, which must not exist.',
  },
} as const

/** Exchanging indexes. */
export const SWAP_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/swap-indexes',
    action: 'indexes.swap',
    doc: 'Exchanges the content of indexes, all pairs at once.',
    status: 202,
    body: { type: 'array', items: objectSchema(PAIR) },
    async handle(request) {
      const swaps = readSwaps(await readJson(request))
      for (const swap of swaps) for (const uid of swap.indexes) request.access.checkIndex(uid)
      const task = await request.services.scheduler.register(
        { kind: 'indexSwap', swaps },
        { indexUid: null },
      )
      return { body: summarizeTask(task) }
    },
  },
]

function readSwaps(body: JsonValue): IndexSwap[] {
  if (!Array.isArray(body)) throw wrongKind(body, 'an array', '', 'bad_request')
  const pairs = body.map((item, position) => readPair(item, `[${position}]`))
  const seen = new Set<string>()
  for (const uid of pairs.flatMap((pair) => pair.indexes)) {
    if (seen.has(uid)) {
      throw new InputError(
        'invalid_swap_duplicate_index_found',
        `Index \`${uid}\` appears more than once: an index can be swapped once in a request.`,
      )
    }
    seen.add(uid)
  }
  return pairs
}

function readPair(item: JsonValue, at: string): IndexSwap {
  const pair = readObject(item, PAIR, at, { code: 'bad_request' })
  const [first, second, ...more] = pair.indexes ?? []
  if (first === undefined || second === undefined || more.length > 0) {
    throw new InputError(
      'invalid_swap_indexes',
      `At \`${at}.indexes\` exactly two index uids are expected, found ${pair.indexes?.length ?? 0}.`,
    )
  }
  return { indexes: [first, second], rename: pair.rename ?? false }
}
