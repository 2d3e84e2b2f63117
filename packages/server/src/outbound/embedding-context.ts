import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { EmbedContext } from '@sextant/engine'

import type { Config } from '../config/config.ts'
import { createLocalModels } from '../local-models/create-local-models.ts'
import { Caller } from './call-out.ts'
import { createOutbound } from './create-outbound.ts'

/** What the engine's embedders work with in a server. */
export interface ServerEmbedding {
  readonly context: EmbedContext
  /** Closes connections and models. */
  close(): Promise<void>
}

/** Embedders call out under the address policy of the configuration; models are kept with the data. */
export function createEmbedding(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): ServerEmbedding {
  const caller = new Caller(config.addressPolicy)
  const localModels = createLocalModels({
    folder: join(config.dbPath, 'models'),
    caller,
    environment,
    randomName: randomUUID,
  })
  return {
    context: {
      outbound: createOutbound(caller),
      wait,
      random: Math.random,
      environment: pickVariables(environment),
      localModels,
      queryCacheEntries: config.embeddingCacheEntries,
    },
    async close() {
      caller.close()
      await localModels.close()
    },
  }
}

async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  // when it is aborted, whoever waits looks at the signal itself
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
}

/** The engine sees no more of the environment than embedders read. */
const VARIABLES: readonly string[] = [
  'MEILI_OPENAI_API_KEY',
  'OPENAI_API_KEY',
  'MEILI_OLLAMA_URL',
  ...['SEXTANT', 'MEILI'].flatMap((prefix) => [
    `${prefix}_EXPERIMENTAL_REST_EMBEDDER_TIMEOUT_SECONDS`,
    `${prefix}_EXPERIMENTAL_REST_EMBEDDER_MAX_RETRY_DURATION_SECONDS`,
  ]),
]

function pickVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(VARIABLES.map((name) => [name, environment[name]]))
}
