// The library: one index in a Node program, without a server.

import { checkTemplate } from '../embed/document-template.ts'
import type { LocalModels } from '../embed/local-models.ts'
import type { Outbound } from '../embed/outbound.ts'
import { InputError } from '../errors.ts'
import type { BatchResult, Operation } from '../index/operations.ts'
import type { FacetHit } from '../facets/facet-search.ts'
import type { Explanation } from '../search/explanation.ts'
import { completeSearch, type SearchRequest } from '../search/search-request.ts'
import { SIMILAR_DEFAULTS, type SimilarRequest } from '../search/similar-request.ts'
import { presentSettings, parseSettingsPatch } from '../settings/settings-patch.ts'
import type { Settings } from '../settings/settings-table.ts'
import { type FolderLock, lockFolder } from '../store/folder-lock.ts'
import { createEngine } from './create-engine.ts'
import { NO_WORLD } from './embedder-pool.ts'
import type { Engine, IndexDescription } from './engine.ts'
import { wait } from './wait.ts'

/** A document: any JSON object. */
export type Document = Readonly<Record<string, unknown>>

export interface OpenIndexOptions {
  /**
   * A folder for the index; made when it is not there. Without it the index lives in memory. A folder is open once: a second
   * `openIndex`, here or in another process, is refused until the first one is closed or its process is gone.
   */
  readonly path?: string
  /** Settings to apply when the index is opened; those that are in force already cost nothing. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The field that holds document ids; found in the first document when absent. */
  readonly primaryKey?: string
  /** Search workers. 0, the default, runs everything on the calling thread. Needs a path. */
  readonly searchWorkerCount?: number
  /** Makes calls to other servers for embedders; without it only vectors that documents bring can be used. */
  readonly outbound?: Outbound
  /** Models that run on this machine, for embedders of source `huggingFace`. */
  readonly localModels?: LocalModels
  /** Variables that embedders may read: keys and addresses. Such as `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** A search's parameters besides its text; each as in the HTTP interface. */
export type SearchOptions = Partial<Omit<SearchRequest, 'q'>>

export interface SearchResult<Hit = Document> {
  readonly hits: readonly Hit[]
  readonly query: string
  readonly processingTimeMs: number
  readonly offset?: number
  readonly limit?: number
  readonly estimatedTotalHits?: number
  readonly page?: number
  readonly hitsPerPage?: number
  readonly totalPages?: number
  readonly totalHits?: number
  readonly facetDistribution?: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly facetStats?: Readonly<Record<string, { readonly min: number; readonly max: number }>>
  /** Of a search by meaning: how many hits it found. */
  readonly semanticHitCount?: number
  /** Of a search by meaning with `retrieveVectors`: the vector that it was made with. */
  readonly queryVector?: readonly number[]
}

/** Parameters of a search for similar documents besides the document; each as in the HTTP interface. */
export type SimilarOptions = Partial<Omit<SimilarRequest, 'id' | 'embedder' | 'targetFilter'>> & {
  readonly embedder: string
}

export interface SimilarResult<Hit = Document> {
  readonly hits: readonly Hit[]
  readonly id: string
  readonly processingTimeMs: number
  readonly offset: number
  readonly limit: number
  readonly estimatedTotalHits: number
}

/** The name of the index's folder inside the given one. */
const INDEX_ID = 'index'
const decoder = new TextDecoder()

/**
 * Opens an index, making it when it is not there.
 *
 * ```ts
 * const index = await openIndex({ settings: { searchableAttributes: ['title'] } })
 * await index.addDocuments([{ id: 1, title: 'Dune' }])
 * const { hits } = await index.search('dnue')
 * ```
 */
export async function openIndex(options: OpenIndexOptions = {}): Promise<Index> {
  const lock = options.path === undefined ? null : await lockFolder(options.path)
  try {
    return await openLocked(options, lock)
  } catch (error) {
    await lock?.release()
    throw error
  }
}

async function openLocked(options: OpenIndexOptions, lock: FolderLock | null): Promise<Index> {
  const engine = await createEngine({
    path: options.path ?? null,
    searchWorkerCount: options.searchWorkerCount ?? 0,
    now: () => performance.now(),
    embedding: {
      outbound: options.outbound ?? NO_WORLD.outbound,
      wait,
      random: Math.random,
      environment: options.environment ?? {},
      ...(options.localModels !== undefined && { localModels: options.localModels }),
    },
  })
  const index = new Index(engine, lock)
  try {
    const exists = (await engine.listIndexes()).includes(INDEX_ID)
    if (exists) await engine.openIndex(INDEX_ID)
    else {
      await engine.createIndex(INDEX_ID, {
        primaryKey: options.primaryKey ?? null,
        nowMs: Date.now(),
        batchUid: -1,
      })
    }
    if (options.settings !== undefined) await index.updateSettings(options.settings)
  } catch (error) {
    await engine.close()
    throw error
  }
  return index
}

/** One open index. Every change is durable and searchable when its promise resolves. */
export class Index {
  readonly #engine: Engine
  readonly #lock: FolderLock | null

  /** @internal Use `openIndex`. */
  constructor(engine: Engine, lock: FolderLock | null) {
    this.#engine = engine
    this.#lock = lock
  }

  /** Adds documents; one with a known id is replaced whole. */
  addDocuments(documents: readonly Document[]): Promise<void> {
    return this.#write(documents, 'replace')
  }

  /** Adds documents; one with a known id keeps the top-level fields that the new one does not have. */
  updateDocuments(documents: readonly Document[]): Promise<void> {
    return this.#write(documents, 'update')
  }

  /** Deletes by id; unknown ids are no error. Resolves to how many there were. */
  async deleteDocuments(ids: readonly (string | number)[]): Promise<number> {
    return this.#delete({ kind: 'deleteDocuments', ids: ids.map(String) })
  }

  /** Deletes what a filter matches. */
  async deleteDocumentsByFilter(filter: string | readonly unknown[]): Promise<number> {
    return this.#delete({ kind: 'deleteByFilter', filter })
  }

  async deleteAllDocuments(): Promise<number> {
    return this.#delete({ kind: 'deleteAll' })
  }

  /** The document of that id, or null; with its vectors where they are asked for. */
  async getDocument<Found = Document>(
    id: string | number,
    options: { readonly retrieveVectors?: boolean } = {},
  ): Promise<Found | null> {
    const bytes = await this.#engine.getDocument(INDEX_ID, String(id), {
      fields: null,
      retrieveVectors: options.retrieveVectors ?? false,
    })
    return bytes === null ? null : (JSON.parse(decoder.decode(bytes)) as Found)
  }

  /** Searches; `options` are the parameters of the HTTP interface. */
  async search<Hit = Document>(
    text: string | null,
    options: SearchOptions = {},
  ): Promise<SearchResult<Hit>> {
    const request = completeSearch({ ...options, q: text })
    const bytes = await this.#engine.search(INDEX_ID, request)
    return JSON.parse(decoder.decode(bytes)) as SearchResult<Hit>
  }

  /** Documents like another one, by the vectors of an embedder. */
  async similar<Hit = Document>(
    id: string | number,
    options: SimilarOptions,
  ): Promise<SimilarResult<Hit>> {
    const request: SimilarRequest = { ...SIMILAR_DEFAULTS, ...options, id: String(id) }
    const bytes = await this.#engine.similar(INDEX_ID, request)
    return JSON.parse(decoder.decode(bytes)) as SimilarResult<Hit>
  }

  /** The values of a facet that start with `query`; counted are the documents that a search with `options` finds. */
  async searchFacet(
    facetName: string,
    query: string | null = null,
    options: SearchOptions & { readonly q?: string | null } = {},
  ): Promise<readonly FacetHit[]> {
    const search = completeSearch(options)
    const bytes = await this.#engine.facetSearch(INDEX_ID, { facetName, facetQuery: query, search })
    const answer = JSON.parse(decoder.decode(bytes)) as { readonly facetHits: readonly FacetHit[] }
    return answer.facetHits
  }

  /** Why a document is where it is in the answer of a search, or why it is not there. */
  async explain(
    text: string | null,
    documentId: string | number,
    options: SearchOptions = {},
  ): Promise<Explanation> {
    const search = completeSearch({ ...options, q: text })
    const request = { documentId: String(documentId), search }
    const bytes = await this.#engine.explain(INDEX_ID, request)
    return JSON.parse(decoder.decode(bytes)) as Explanation
  }

  /** The settings in force, secrets masked. */
  get settings(): Readonly<Record<string, unknown>> {
    return presentSettings(this.#description.settings)
  }

  /** Changes settings: absent keeps, null resets. Rebuilds only what the change touches. */
  async updateSettings(settings: Readonly<Record<string, unknown>>): Promise<Settings> {
    const patch = parseSettingsPatch(settings, { checkTemplate })
    await this.#apply({ kind: 'updateSettings', settings: patch })
    return this.#description.settings
  }

  get documentCount(): number {
    return this.#description.documentCount
  }

  get primaryKey(): string | null {
    return this.#description.primaryKey
  }

  /** Documents per top-level field. */
  get fieldDistribution(): Readonly<Record<string, number>> {
    return this.#description.fieldDistribution
  }

  /** Waits for running work and lets go of the files. */
  async close(): Promise<void> {
    await this.#engine.close()
    await this.#lock?.release()
  }

  get #description(): IndexDescription {
    return this.#engine.describe(INDEX_ID)
  }

  async #write(documents: readonly Document[], mode: 'replace' | 'update'): Promise<void> {
    const lines = documents.map((document) => JSON.stringify(document))
    await this.#apply({
      kind: 'addDocuments',
      mode,
      source: { kind: 'lines', lines },
      primaryKey: null,
    })
  }

  async #delete(operation: Operation): Promise<number> {
    const [outcome] = (await this.#apply(operation)).outcomes
    return outcome?.kind === 'deleted' ? outcome.documentCount : 0
  }

  async #apply(operation: Operation): Promise<BatchResult> {
    const result = await this.#engine.applyBatch(INDEX_ID, {
      batchUid: this.#description.lastBatchUid + 1,
      nowMs: Date.now(),
      operations: [operation],
    })
    const [outcome] = result.outcomes
    if (outcome?.kind === 'failed') throw new InputError(outcome.code, outcome.message)
    return result
  }
}
