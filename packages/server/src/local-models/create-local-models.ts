// Models that run on this machine, in a thread of their own. What runs them is not part of an installation: it is large,
// and who does not use local models does not need it.

import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

import type { LocalModel, LocalModelDescription, LocalModels } from '@sextant/engine'

import { fetchModel, type HubOptions } from './hub.ts'
import type { FromModelThread, ModelThreadData, ToModelThread } from './model-thread.ts'

/** The models; nothing is loaded before one is opened. */
export interface ClosableModels extends LocalModels {
  close(): Promise<void>
}

/** Packages that must be installed beside the server. */
const PACKAGES = ['onnxruntime-node', '@huggingface/tokenizers'] as const

export function createLocalModels(options: HubOptions): ClosableModels {
  let thread: ModelThread | null = null
  const opened = new Map<string, Promise<LocalModel>>()

  async function open(description: LocalModelDescription): Promise<LocalModel> {
    requirePackages()
    const { model, revision, pooling } = description
    const folder = await fetchModel({ name: model, revision }, options)
    thread ??= new ModelThread()
    return await thread.open(folder, pooling)
  }

  return {
    open(description) {
      const { model, revision, pooling } = description
      const key = JSON.stringify([model, revision, pooling])
      const sought = opened.get(key) ?? open(description)
      opened.set(key, sought)
      sought.catch(() => opened.delete(key))
      return sought
    },
    async close() {
      await thread?.stop()
    },
  }
}

/** True when local models can be used in this installation. */
export function hasPackages(): boolean {
  return PACKAGES.every((name) => canFind(name))
}

function requirePackages(): void {
  const missing = PACKAGES.filter((name) => !canFind(name))
  if (missing.length === 0) return
  throw new Error(`local models need more packages: npm install ${missing.join(' ')}`)
}

function canFind(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

type CallBody = ToModelThread extends infer Call
  ? Call extends ToModelThread
    ? Omit<Call, 'callId'>
    : never
  : never

class ModelThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, (answer: FromModelThread) => void>()
  #nextCallId = 0

  constructor() {
    const data: ModelThreadData = { threadCount: Math.max(1, availableParallelism() - 1) }
    this.#worker = new Worker(threadUrl(), { workerData: data })
    this.#worker.on('message', (answer: FromModelThread) => {
      this.#pending.get(answer.callId)?.(answer)
      this.#pending.delete(answer.callId)
      if (this.#pending.size === 0) this.#worker.unref()
    })
    this.#worker.on('error', (error) => this.#fail(error.message))
    this.#worker.on('exit', () => this.#fail('the thread of the models has stopped'))
    this.#worker.unref()
  }

  async open(
    folder: string,
    pooling: Extract<ToModelThread, { kind: 'open' }>['pooling'],
  ): Promise<LocalModel> {
    const opened = await this.#call({ kind: 'open', folder, pooling })
    if (!('model' in opened)) throw new Error('a model was not opened')
    const { model } = opened
    return {
      embed: async (texts) => {
        const answer = await this.#call({ kind: 'embed', model, texts })
        return 'vectors' in answer ? answer.vectors : []
      },
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  async #call(message: CallBody): Promise<FromModelThread> {
    const callId = this.#nextCallId++
    const answer = await new Promise<FromModelThread>((resolve) => {
      this.#pending.set(callId, resolve)
      this.#worker.ref()
      this.#worker.postMessage({ ...message, callId })
    })
    if ('problem' in answer) throw new Error(answer.problem)
    return answer
  }

  #fail(problem: string): void {
    for (const [callId, resolve] of this.#pending) resolve({ callId, problem })
    this.#pending.clear()
  }
}

/** Node runs built JavaScript only: from a source checkout the built file is taken. */
function threadUrl(): URL {
  const here = import.meta.url
  if (here.endsWith('.js')) return new URL('./model-thread.js', here)
  return new URL('../../dist/local-models/model-thread.js', here)
}
