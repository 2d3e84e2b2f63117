// The thread of local models: loads them and runs texts through them, one after another.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

import { choosePooling, pool, type Pooling, type PoolingChoice } from './pooling.ts'

/** What the thread is started with. */
export interface ModelThreadData {
  /** Threads that one run of a model may use. */
  readonly threadCount: number
}

/** What the thread is asked. */
export type ToModelThread =
  | {
      readonly kind: 'open'
      readonly callId: number
      readonly folder: string
      readonly pooling: PoolingChoice
    }
  | {
      readonly kind: 'embed'
      readonly callId: number
      readonly model: number
      readonly texts: readonly string[]
    }

/** What it says. */
export type FromModelThread =
  | { readonly callId: number; readonly model: number }
  | { readonly callId: number; readonly vectors: readonly Float32Array[] }
  | { readonly callId: number; readonly problem: string }

/** The parts of the two packages that are used here: they are installed by those who want local models. */
interface Runtime {
  readonly InferenceSession: {
    create(path: string, options: { readonly intraOpNumThreads: number }): Promise<Session>
  }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor
}

interface Session {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>
}

interface Tensor {
  readonly data: unknown
  readonly dims: readonly number[]
}

interface Tokenizers {
  readonly Tokenizer: new (tokenizer: object, config: object) => Tokenizer
}

interface Tokenizer {
  encode(text: string, options?: { add_special_tokens?: boolean }): { readonly ids: number[] }
}

interface Model {
  readonly session: Session
  readonly tokenizer: Tokenizer
  readonly pooling: Pooling
  readonly tokensMax: number
}

const { threadCount } = workerData as ModelThreadData
const models: Model[] = []
const packages = loadPackages()

async function loadPackages(): Promise<{ runtime: Runtime; tokenizers: Tokenizers }> {
  // named by a variable: neither the compiler nor the bundler may want them to be there
  const [runtimeName, tokenizersName]: string[] = ['onnxruntime-node', '@huggingface/tokenizers']
  const runtime = (await import(runtimeName!)) as Runtime & { readonly default?: Runtime }
  const tokenizers = (await import(tokenizersName!)) as Tokenizers
  return { runtime: runtime.default ?? runtime, tokenizers }
}

async function open(folder: string, choice: PoolingChoice): Promise<number> {
  const { runtime, tokenizers } = await packages
  const config = await readJson(join(folder, 'config.json'))
  const tokenizer = await readJson(join(folder, 'tokenizer.json'))
  const tokenizerConfig = await readJson(join(folder, 'tokenizer_config.json')).catch(() => ({}))
  const pooling = await readJson(join(folder, '1_Pooling', 'config.json')).catch(() => null)
  const tokensMax: unknown = (config as { max_position_embeddings?: unknown })
    .max_position_embeddings
  models.push({
    session: await runtime.InferenceSession.create(join(folder, 'onnx', 'model.onnx'), {
      intraOpNumThreads: threadCount,
    }),
    tokenizer: new tokenizers.Tokenizer(tokenizer, tokenizerConfig),
    pooling: choosePooling(choice, pooling),
    tokensMax: typeof tokensMax === 'number' ? tokensMax : TOKENS_DEFAULT,
  })
  return models.length - 1
}

const TOKENS_DEFAULT = 512

async function readJson(path: string): Promise<object> {
  return JSON.parse(await readFile(path, 'utf8')) as object
}

async function embed(model: Model, text: string): Promise<Float32Array> {
  const { runtime } = await packages
  const ids = cutTokens(model, text)
  const tensor = (value: (at: number) => number): Tensor => {
    const numbers = BigInt64Array.from(ids, (_, at) => BigInt(value(at)))
    return new runtime.Tensor('int64', numbers, [1, ids.length])
  }
  const inputs = new Map([
    ['input_ids', tensor((at) => ids[at]!)],
    ['attention_mask', tensor(() => 1)],
    ['token_type_ids', tensor(() => 0)],
  ])
  const { session } = model
  const wanted = session.inputNames.filter((name) => inputs.has(name))
  const outputs = await session.run(
    Object.fromEntries(wanted.map((name) => [name, inputs.get(name)!])),
  )
  const states = outputs['last_hidden_state'] ?? outputs[session.outputNames[0] ?? '']
  if (!(states?.data instanceof Float32Array) || states.dims[1] !== ids.length) {
    throw new Error('the model does not give a vector of 32-bit floats per token')
  }
  return pool(states.data, ids.length, model.pooling)
}

/** The tokens of a text, as many as the model takes; the one that ends every text stays at the end. */
function cutTokens({ tokenizer, tokensMax }: Model, text: string): readonly number[] {
  const { ids } = tokenizer.encode(text)
  if (ids.length <= tokensMax) return ids
  const plain = tokenizer.encode(text, { add_special_tokens: false }).ids
  const end = ids.at(-1)
  if (end === undefined || end === plain.at(-1)) return ids.slice(0, tokensMax)
  return [...ids.slice(0, tokensMax - 1), end]
}

async function answer(message: ToModelThread): Promise<FromModelThread> {
  const { callId } = message
  try {
    if (message.kind === 'open') {
      return { callId, model: await open(message.folder, message.pooling) }
    }
    const vectors: Float32Array[] = []
    for (const text of message.texts) vectors.push(await embed(models[message.model]!, text))
    return { callId, vectors }
  } catch (error) {
    return { callId, problem: error instanceof Error ? error.message : String(error) }
  }
}

// one after another: a model takes the cores it is given already
let turn: Promise<unknown> = Promise.resolve()
parentPort!.on('message', (message: ToModelThread) => {
  turn = turn.then(async () => parentPort!.postMessage(await answer(message)))
})
