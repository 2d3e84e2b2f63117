// Opens an index that is on disk and answers one search, in a process that has done nothing else.

import { openIndex } from '@sextant/engine'
import { serveJob } from '../job.ts'

export interface OpenJob {
  /** The folder that an index job has filled. */
  readonly folder: string
  readonly text: string
}

export interface OpenJobResult {
  /** From the call of `openIndex` to the first answer. */
  readonly ms: number
  readonly hitCount: number
}

serveJob(async ({ folder, text }: OpenJob): Promise<OpenJobResult> => {
  const start = performance.now()
  const index = await openIndex({ path: folder })
  const { hits } = await index.search(text)
  const ms = performance.now() - start
  await index.close()
  return { ms, hitCount: hits.length }
})
