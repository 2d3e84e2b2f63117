// The documents and queries of the benches: the two public collections where they are at hand, generated ones otherwise.

import { createReadStream, existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { CollectionName } from './collection-settings.ts'
import { generatedCities, generatedPackages, generatedQueries } from './generated-collection.ts'

export interface Collections {
  /** Figures of one kind are not held against those of the other. */
  readonly origin: 'public' | 'generated'
  /** One JSON object per line. */
  readonly packages: readonly string[]
  readonly cities: readonly string[]
  readonly wordQueries: readonly QueryGroup[]
}

/** Searches for `packages` of one kind: words only, without filters, facets and formatting. */
export interface QueryGroup {
  readonly name: string
  readonly texts: readonly string[]
}

const WORD_GROUPS = [
  'common-word',
  'one-word',
  'two-words',
  'four-words',
  'long-query',
  'as-you-type',
  'typo',
]

/** Where the collections are looked for when nothing else is said. */
export const DATA_FOLDER: string = resolve(process.cwd(), '../shared')

/** Loads `datasets/*.ndjson.gz` and `bench/queries.json` of a folder, or generates what stands in for them. */
export async function loadCollections(folder: string = DATA_FOLDER): Promise<Collections> {
  const datasets = join(folder, 'datasets')
  const queries = join(folder, 'bench/queries.json')
  const files = [datasetFile(datasets, 'packages'), datasetFile(datasets, 'cities'), queries]
  if (!files.every((file) => existsSync(file))) {
    const packages = generatedPackages(5000)
    return {
      origin: 'generated',
      packages,
      cities: generatedCities(10_000),
      wordQueries: generatedQueries(packages),
    }
  }
  const groups = JSON.parse(await readFile(queries, 'utf8')) as Record<string, { q: string }[]>
  return {
    origin: 'public',
    packages: await readLines(datasets, 'packages'),
    cities: await readLines(datasets, 'cities'),
    wordQueries: WORD_GROUPS.map((name) => ({
      name,
      texts: (groups[`packages/${name}`] ?? []).map(({ q }) => q),
    })),
  }
}

/** Writes an NDJSON file. */
export async function writeLines(file: string, lines: readonly string[]): Promise<void> {
  await writeFile(file, joined(lines))
}

// in pieces, so that a large collection is never one string
function* joined(lines: readonly string[]): Generator<string> {
  const step = 1000
  for (let i = 0; i < lines.length; i += step) yield `${lines.slice(i, i + step).join('\n')}\n`
}

async function readLines(folder: string, name: CollectionName): Promise<string[]> {
  const input = createReadStream(datasetFile(folder, name)).pipe(createGunzip())
  const lines: string[] = []
  for await (const line of createInterface({ input })) if (line !== '') lines.push(line)
  return lines
}

function datasetFile(folder: string, name: CollectionName): string {
  return join(folder, `${name}.ndjson.gz`)
}
