import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readAddressPolicy } from '../outbound/address-policy.ts'
import { Caller } from '../outbound/call-out.ts'
import { tinyModelFiles, tinyRow } from '../testing/tiny-model.ts'
import { type ClosableModels, createLocalModels, hasPackages } from './create-local-models.ts'
import { fetchModel } from './hub.ts'

let hub: Server
let folder: string
let caller: Caller
let models: ClosableModels
let files: ReadonlyMap<string, Uint8Array>
let asked: { path: string; authorization: string | undefined }[]
let fetchCount = 0

beforeEach(async () => {
  files = tinyModelFiles('mean_tokens')
  asked = []
  // large files are elsewhere, as on the real hub
  hub = createServer((request, response) => {
    const { url = '', headers } = request
    asked.push({ path: url, authorization: headers.authorization })
    const file = /^\/(?:own\/tiny\/resolve\/v1|store)\/(.*)$/.exec(url)?.[1] ?? ''
    const bytes = files.get(file)
    if (bytes === undefined) response.writeHead(404).end('no such file')
    else if (file.startsWith('onnx/') && !url.startsWith('/store')) {
      response.writeHead(302, { location: `http://localhost:${port()}/store/${file}` }).end()
    } else response.end(bytes)
  })
  await new Promise<void>((resolve) => hub.listen(0, 'localhost', resolve))
  folder = await mkdtemp(join(tmpdir(), 'sextant-models-'))
  caller = new Caller(readAddressPolicy('127.0.0.0/8,::1/128')!)
  models = createLocalModels(hubOptions())
})

afterEach(async () => {
  await models.close()
  caller.close()
  hub.closeAllConnections()
  await new Promise((resolve) => hub.close(resolve))
  await rm(folder, { recursive: true })
})

const port = () => (hub.address() as AddressInfo).port
const hubOptions = (environment: Record<string, string> = {}) => ({
  folder,
  caller,
  environment: { HF_ENDPOINT: `http://127.0.0.1:${port()}`, ...environment },
  randomName: () => String(fetchCount++),
})
const TINY = { name: 'own/tiny', revision: 'v1' }

describe('fetching a model', () => {
  it('takes what there is of it, once', async () => {
    const first = await fetchModel(TINY, hubOptions())
    const files = await readdir(first, { recursive: true })
    expect(files.toSorted()).toEqual([
      '1_Pooling',
      '1_Pooling/config.json',
      'config.json',
      'onnx',
      'onnx/model.onnx',
      'tokenizer.json',
      'tokenizer_config.json',
    ])
    const askedBefore = asked.length
    expect(await fetchModel(TINY, hubOptions())).toBe(first)
    expect(asked).toHaveLength(askedBefore)
  })

  it('several times together leaves one', async () => {
    const folders = await Promise.all([
      fetchModel(TINY, hubOptions()),
      fetchModel(TINY, hubOptions()),
    ])
    expect(new Set(folders).size).toBe(1)
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('shows the token to the hub alone', async () => {
    await fetchModel(TINY, hubOptions({ HF_TOKEN: 'secret' }))
    for (const { path, authorization } of asked) {
      expect(authorization).toBe(path.startsWith('/store') ? undefined : 'Bearer secret')
    }
  })

  it('says what is missing, and leaves nothing behind', async () => {
    files = new Map([...files].filter(([name]) => name !== 'onnx/model.onnx'))
    await expect(fetchModel(TINY, hubOptions())).rejects.toThrow('it has no `onnx/model.onnx`')
    await expect(fetchModel({ ...TINY, name: 'own/other' }, hubOptions())).rejects.toThrow(
      '`config.json` of the model `own/other` could not be fetched: the hub answered with status 404',
    )
    expect(await readdir(folder)).toEqual([])
  })

  it('does not leave its folder, whatever the model is called', async () => {
    const name = '../../../own/tiny'
    await expect(fetchModel({ name, revision: '..' }, hubOptions())).rejects.toThrow()
    expect(await readdir(folder)).toEqual([])
  })
})

it.skipIf(hasPackages())('says which packages are missing', async () => {
  const opening = models.open({ model: 'own/tiny', revision: 'v1', pooling: 'useModel' })
  await expect(opening).rejects.toThrow('local models need more packages: npm install')
})

// needs onnxruntime-node, which is not installed with the rest: 290 MB
describe.skipIf(!hasPackages())('running a model', () => {
  const open = (pooling: 'useModel' | 'forceCls' = 'useModel') =>
    models.open({ model: 'own/tiny', revision: 'v1', pooling })
  const meanOf = (...tokens: string[]) => {
    const rows = tokens.map(tinyRow)
    return rows[0]!.map((_, at) => rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length)
  }

  const expectNear = (vector: Float32Array | undefined, expected: readonly number[]) => {
    expect(vector).toHaveLength(expected.length)
    for (const [at, component] of expected.entries()) expect(vector?.[at]).toBeCloseTo(component, 4)
  }

  it('gives one vector per text, made of those of its tokens', async () => {
    const model = await open()
    const [word, empty] = await model.embed(['Ab c', ''])
    expectNear(word, meanOf('[CLS]', 'a', '##b', 'c', '[SEP]'))
    expectNear(empty, meanOf('[CLS]', '[SEP]'))
  })

  it('takes as many tokens as the model can, and the last one that ends every text', async () => {
    const [long] = await (await open()).embed(['abcdefgh'])
    expectNear(long, meanOf('[CLS]', 'a', '##b', '##c', '##d', '[SEP]'))
  })

  it('pools as the settings say', async () => {
    const [vector] = await (await open('forceCls')).embed(['ab'])
    expectNear(vector, tinyRow('[CLS]'))
  })

  it('says why a model does not load', async () => {
    files = new Map([...files, ['onnx/model.onnx', Buffer.from('not a model')]])
    await expect(open()).rejects.toThrow()
  })
})
