// The unit of all times: what this machine needs at this moment to parse the lines of a collection as JSON.

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { median } from '../figure.ts'
import { serveJob } from '../job.ts'

export interface YardstickJob {
  /** An NDJSON file. */
  readonly file: string
}

serveJob(async ({ file }: YardstickJob): Promise<number> => {
  const lines: string[] = []
  // pieces as small as those that come out of gunzip: few lines become two-byte strings for the sake of a neighbour
  const input = createReadStream(file, { highWaterMark: 16 << 10 })
  for await (const line of createInterface({ input })) lines.push(line)
  const seconds = [0, 1, 2].map(() => {
    const start = performance.now()
    for (const line of lines) JSON.parse(line)
    return (performance.now() - start) / 1000
  })
  return median(seconds)
})
