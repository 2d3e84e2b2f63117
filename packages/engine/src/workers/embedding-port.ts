// Embedding across threads: the indexing thread makes requests and reads answers, the calling thread has the sockets and
// the models. A port of its own joins them, so that these messages pass by the others.

import type { MessagePort } from 'node:worker_threads'

import type { EmbedContext } from '../embed/embedder.ts'
import type { LocalModel, LocalModelDescription } from '../embed/local-models.ts'
import { type OutboundAnswer, OutboundFailure, type OutboundRequest } from '../embed/outbound.ts'

/** What can be had from the other side. */
export type EmbeddingServices = Pick<EmbedContext, 'outbound' | 'localModels'>

/** Does what the other side asks for. */
export function serveEmbedding(port: MessagePort, services: EmbeddingServices): void {
  const aborts = new Map<number, AbortController>()
  const models: LocalModel[] = []

  async function answer(message: Call): Promise<unknown> {
    switch (message.kind) {
      case 'post': {
        const abort = new AbortController()
        aborts.set(message.callId, abort)
        return await services.outbound({ ...message.request, signal: abort.signal })
      }
      case 'openModel': {
        if (services.localModels === undefined) {
          throw new Error('models cannot be run on this machine')
        }
        models.push(await services.localModels.open(message.description))
        return models.length - 1
      }
      case 'runModel':
        return await models[message.model]!.embed(message.texts)
    }
  }

  port.on('message', (message: Call | Abort) => {
    const { callId } = message
    if (message.kind === 'abort') {
      aborts.get(callId)?.abort()
      return
    }
    answer(message)
      .then(
        (result): Reply => ({ callId, result }),
        (error: unknown): Reply => ({ callId, failure: failureFacts(error) }),
      )
      .then((reply) => {
        aborts.delete(callId)
        port.postMessage(reply)
      })
      .catch(() => {
        // the port was closed: nobody waits for this any more
      })
  })
  port.unref()
}

/** The services that the other side of the port has. */
export function embeddingOver(port: MessagePort): Required<EmbeddingServices> {
  const pending = new Map<number, (reply: Reply) => void>()
  let nextCallId = 0
  port.on('message', (reply: Reply) => {
    pending.get(reply.callId)?.(reply)
    pending.delete(reply.callId)
  })
  port.unref()

  function call(message: CallBody, signal?: AbortSignal): Promise<unknown> {
    const callId = nextCallId++
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const request: Abort = { kind: 'abort', callId }
        port.postMessage(request)
      }
      pending.set(callId, (reply) => {
        signal?.removeEventListener('abort', abort)
        if ('failure' in reply) reject(failureOf(reply.failure))
        else resolve(reply.result)
      })
      signal?.addEventListener('abort', abort, { once: true })
      port.postMessage({ ...message, callId })
    })
  }

  return {
    outbound: ({ signal, ...request }) =>
      call({ kind: 'post', request }, signal) as Promise<OutboundAnswer>,
    localModels: {
      open: async (description) => {
        const model = (await call({ kind: 'openModel', description })) as number
        return {
          embed: (texts) =>
            call({ kind: 'runModel', model, texts }) as Promise<readonly Float32Array[]>,
        }
      },
    },
  }
}

type CallBody =
  | { readonly kind: 'post'; readonly request: OutboundRequest }
  | { readonly kind: 'openModel'; readonly description: LocalModelDescription }
  | { readonly kind: 'runModel'; readonly model: number; readonly texts: readonly string[] }

type Call = CallBody & { readonly callId: number }

interface Abort {
  readonly kind: 'abort'
  readonly callId: number
}

type Reply = { readonly callId: number } & (
  | { readonly result: unknown }
  | { readonly failure: FailureFacts }
)

interface FailureFacts {
  readonly message: string
  /** Null for an error that is not about a call. */
  readonly isRefused: boolean | null
}

function failureFacts(error: unknown): FailureFacts {
  return {
    message: error instanceof Error ? error.message : String(error),
    isRefused: error instanceof OutboundFailure ? error.isRefused : null,
  }
}

function failureOf({ message, isRefused }: FailureFacts): Error {
  return isRefused === null ? new Error(message) : new OutboundFailure(message, { isRefused })
}
