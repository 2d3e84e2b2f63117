import { InputError } from '../errors.ts'
import {
  type EmbeddedQueries,
  type EmbeddedQuery,
  NOTHING_EMBEDDED,
  type QueryToEmbed,
} from '../search/query-vector.ts'
import type { EmbedderPool } from './embedder-pool.ts'
import type { ReadAnswer } from './read-request.ts'

/** Asks; and again, with their vectors, when queries must be embedded first. */
export async function askWithVectors(
  ask: (embedded: EmbeddedQueries) => ReadAnswer | Promise<ReadAnswer>,
  pool: EmbedderPool,
  now: () => number,
): Promise<Uint8Array | null> {
  const answer = await ask(NOTHING_EMBEDDED)
  if (answer === null || answer instanceof Uint8Array) return answer
  return await askAgain(answer.queries, ask, pool, now)
}

/** Asks with the vectors of the queries that an answer named; and again, when it names more. */
export async function askAgain(
  queries: readonly QueryToEmbed[],
  ask: (embedded: EmbeddedQueries) => ReadAnswer | Promise<ReadAnswer>,
  pool: EmbedderPool,
  now: () => number,
): Promise<Uint8Array | null> {
  let embedded: EmbeddedQueries = await embedQueries(queries, pool, now)
  for (;;) {
    const answer = await ask(embedded)
    if (answer === null || answer instanceof Uint8Array) return answer
    embedded = new Map([...embedded, ...(await embedQueries(answer.queries, pool, now))])
  }
}

/** Makes the vectors of queries; a failure is told as data, for a search may do without. */
async function embedQueries(
  queries: readonly QueryToEmbed[],
  pool: EmbedderPool,
  now: () => number,
): Promise<EmbeddedQueries> {
  const entries = await Promise.all(
    queries.map(async (query): Promise<[number, EmbeddedQuery]> => [
      query.position,
      await embedQuery(query, pool, now),
    ]),
  )
  return new Map(entries)
}

async function embedQuery(
  query: QueryToEmbed,
  pool: EmbedderPool,
  now: () => number,
): Promise<EmbeddedQuery> {
  const startMs = now()
  const embed = async (): Promise<EmbeddedQuery> => {
    const embedder = await pool.get(query.embedder, query.settings, query)
    const deadline = { remainingMs: () => query.timeoutMs - (now() - startMs) }
    return { vector: await embedder.embedQuery(query.input, deadline) }
  }
  // making the embedder may take requests of its own, which know of no deadline
  const clock = new AbortController()
  const late = pool.context
    .wait(Math.max(0, query.timeoutMs), clock.signal)
    .then((): EmbeddedQuery => {
      const message = `Embedder \`${query.embedder}\`: runtime error: no vector within ${Math.round(query.timeoutMs)} ms`
      return { problem: { code: 'vector_embedding_error', message } }
    })
  const isPatient = query.settings.source === 'userProvided'
  try {
    return await (isPatient ? embed() : Promise.race([embed(), late]))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { problem: { code: error.code, message: error.message } }
  } finally {
    clock.abort()
  }
}
