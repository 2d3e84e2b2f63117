// The examples of the README run as they stand.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openIndex } from '../src/index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]!)

describe('the README of the engine', () => {
  it('shows examples that run one after another', async () => {
    const body = examples
      .join('\n')
      .replace(/^import .*$/gm, '')
      .concat('\nreturn { hits, estimatedTotalHits, documentCount: index.documentCount }')
      .replace('await index.close()\n', '')
    // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- running the text is the point
    const run = new Function('openIndex', `return (async () => { ${body} })()`) as (
      open: typeof openIndex,
    ) => Promise<{ hits: { title: string; rating: number }[]; documentCount: number }>
    const { hits, documentCount } = await run(openIndex)
    expect(documentCount).toBe(1)
    expect(hits).toHaveLength(1)
    expect(hits[0]).toMatchObject({ title: 'The General', rating: 8.1 })
    expect(hits[0]).toHaveProperty('_formatted.title', 'The <em>Genera</em>l')
  })
})
