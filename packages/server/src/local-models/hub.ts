// Files of models, fetched from the hub once and kept. A model's folder appears when all its files are there.

import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { Caller } from '../outbound/call-out.ts'

/** Where models come from and are kept. */
export interface HubOptions {
  readonly folder: string
  readonly caller: Pick<Caller, 'download'>
  /** `HF_ENDPOINT` names another hub, `HF_TOKEN` opens models that are not public. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A word that no other fetch uses. */
  readonly randomName: () => string
}

/** The folder with the files of a model; fetches them when they are not there. Rejects when one that is needed is missing. */
export async function fetchModel(
  model: { readonly name: string; readonly revision: string | undefined },
  options: HubOptions,
): Promise<string> {
  const revision = model.revision ?? 'main'
  // a name such as `..` must not lead out of the folder
  const folder = join(options.folder, encodeURIComponent(`${model.name}@${revision}`))
  if (await exists(folder)) return folder
  const unfinished = `${folder}.${options.randomName()}`
  try {
    for (const file of FILES) await fetchFile(file, { ...model, revision }, unfinished, options)
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // another fetch may have been first
    if (!(await exists(folder))) throw error
  }
  return folder
}

interface ModelFile {
  readonly path: string
  readonly isOptional: boolean
  readonly bytesMax: number
}

const MEBIBYTE = 2 ** 20

/** Small files first: they tell soonest that a model cannot be used. */
const FILES: readonly ModelFile[] = [
  { path: 'config.json', isOptional: false, bytesMax: MEBIBYTE },
  { path: 'tokenizer_config.json', isOptional: true, bytesMax: 8 * MEBIBYTE },
  { path: '1_Pooling/config.json', isOptional: true, bytesMax: MEBIBYTE },
  { path: 'tokenizer.json', isOptional: false, bytesMax: 256 * MEBIBYTE },
  { path: 'onnx/model.onnx', isOptional: false, bytesMax: 8192 * MEBIBYTE },
  { path: 'onnx/model.onnx_data', isOptional: true, bytesMax: 65_536 * MEBIBYTE },
]

const HUB_DEFAULT = 'https://huggingface.co'
const REDIRECTIONS_MAX = 5
const FETCH_MS_MAX = 3_600_000

async function fetchFile(
  file: ModelFile,
  model: { readonly name: string; readonly revision: string },
  folder: string,
  { caller, environment }: HubOptions,
): Promise<void> {
  const path = join(folder, file.path)
  await mkdir(dirname(path), { recursive: true })
  const name = model.name.split('/').map(encodeURIComponent).join('/')
  const hub = environment['HF_ENDPOINT'] ?? HUB_DEFAULT
  const token = environment['HF_TOKEN']
  let url = `${hub}/${name}/resolve/${encodeURIComponent(model.revision)}/${file.path}`
  for (let redirections = 0; redirections <= REDIRECTIONS_MAX; redirections++) {
    const isHub = new URL(url).origin === new URL(hub).origin
    const { status, location } = await caller.download(
      {
        url,
        method: 'GET',
        // the token is the hub's alone
        headers: isHub && token !== undefined ? { authorization: `Bearer ${token}` } : {},
        timeoutMs: FETCH_MS_MAX,
        bytesMax: file.bytesMax,
      },
      path,
    )
    if (status === 200) return
    if (status === 404 && file.isOptional) return
    if (location === null || status < 300 || status > 399) throw notFetched(file, model, status)
    url = new URL(location, url).href
  }
  throw new Error(`\`${file.path}\` of the model \`${model.name}\` is behind too many redirections`)
}

function notFetched(file: ModelFile, model: { readonly name: string }, status: number): Error {
  if (status === 404 && file.path === 'onnx/model.onnx') {
    return new Error(
      `the model \`${model.name}\` cannot be used: it has no \`onnx/model.onnx\`, and only models in that form are understood`,
    )
  }
  return new Error(
    `\`${file.path}\` of the model \`${model.name}\` could not be fetched: the hub answered with status ${status}`,
  )
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
