// What threads say to each other. Errors travel as data and become errors of the same class on the other side.

import { ConflictError, CorruptIndexError, InputError, StoreError } from '../errors.ts'
import type { BatchResult, ProgressStep, WriteBatch } from '../index/operations.ts'
import type { SharedSections } from '../segment/segment-file.ts'
import type { EmbeddedQueries } from '../search/query-vector.ts'
import type { StoredManifest } from '../store/manifest-store.ts'
import type { IndexDescription } from './engine.ts'
import type { Publication } from './index-shelf.ts'
import type { PackedSearch } from './packed-search.ts'
import type { ReadAnswer, ReadRequest } from './read-request.ts'

export type ToIndexingThread =
  | {
      readonly kind: 'create'
      readonly callId: number
      readonly indexId: string
      readonly options: { primaryKey: string | null; nowMs: number; batchUid: number }
    }
  | { readonly kind: 'open' | 'delete'; readonly callId: number; readonly indexId: string }
  | { readonly kind: 'close'; readonly callId: number }
  | {
      readonly kind: 'applyBatch'
      readonly callId: number
      readonly indexId: string
      readonly batch: WriteBatch
    }
  | { readonly kind: 'abort'; readonly callId: number }
  /** The batch, having what it waited for, may go on. */
  | { readonly kind: 'goOn'; readonly callId: number }
  /** Every reader has moved to this generation: files that only older ones need may go. */
  | { readonly kind: 'release'; readonly indexId: string; readonly generation: number }

export type FromIndexingThread =
  | { readonly kind: 'published'; readonly publication: Publication }
  | { readonly kind: 'progress'; readonly callId: number; readonly steps: readonly ProgressStep[] }
  | {
      readonly kind: 'embedderRequest'
      readonly callId: number
      readonly problem: string | null
    }
  /** The batch waits for an embedder, or does so no longer and asks to go on. */
  | { readonly kind: 'waiting'; readonly callId: number; readonly isOver: boolean }
  | { readonly kind: 'mergeFailed'; readonly indexId: string; readonly error: ErrorFacts }
  | { readonly kind: 'answer'; readonly callId: number; readonly result: IndexingResult }
  | { readonly kind: 'failure'; readonly callId: number; readonly error: ErrorFacts }

export type IndexingResult = IndexDescription | BatchResult | null

export type ToSearchThread =
  | {
      readonly kind: 'refresh'
      readonly indexId: string
      readonly manifest: StoredManifest
      readonly sections: SharedSections
    }
  | { readonly kind: 'drop'; readonly indexId: string }
  /** There is nothing else to do: get ready for searches, until told to rest. */
  | { readonly kind: 'warmUp' | 'rest' }
  | {
      readonly kind: 'read'
      readonly callId: number
      readonly request: ReadRequest
      readonly embedded: EmbeddedQueries
    }
  /** A search without such queries: almost every message there is. */
  | PackedSearch

export type FromSearchThread =
  | { readonly kind: 'refreshed'; readonly indexId: string; readonly generation: number }
  | { readonly kind: 'answer'; readonly callId: number; readonly answer: ReadAnswer }
  | { readonly kind: 'failure'; readonly callId: number; readonly error: ErrorFacts }
  /** The place of an answer in the ring of the worker. */
  | number

/** An error as data. */
export type ErrorFacts =
  | {
      readonly kind: 'input'
      readonly code: string
      readonly message: string
      readonly isAboutIndex: boolean
    }
  | { readonly kind: 'conflict'; readonly message: string }
  | { readonly kind: 'store'; readonly message: string; readonly systemCode: string | null }
  | {
      readonly kind: 'corrupt'
      readonly file: string
      readonly structure: string
      readonly expected: string
      readonly found: string
      readonly advice: string
    }
  | { readonly kind: 'abort'; readonly message: string }
  | { readonly kind: 'bug'; readonly message: string; readonly stack: string }

export function errorFacts(error: unknown): ErrorFacts {
  if (error instanceof InputError) {
    const { code, message, isAboutIndex } = error
    return { kind: 'input', code, message, isAboutIndex }
  }
  if (error instanceof ConflictError) return { kind: 'conflict', message: error.message }
  if (error instanceof StoreError) {
    return { kind: 'store', message: error.message, systemCode: error.systemCode }
  }
  if (error instanceof CorruptIndexError) {
    const { file, structure, expected, found, advice } = error
    return { kind: 'corrupt', file, structure, expected, found, advice }
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return { kind: 'abort', message: error.message }
  }
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return { kind: 'bug', message: error instanceof Error ? error.message : String(error), stack }
}

export function errorOf(facts: ErrorFacts): Error {
  switch (facts.kind) {
    case 'input':
      return new InputError(facts.code, facts.message, facts)
    case 'conflict':
      return new ConflictError(facts.message)
    case 'store':
      return new StoreError(
        facts.message,
        facts.systemCode === null ? undefined : { code: facts.systemCode },
      )
    case 'corrupt':
      return new CorruptIndexError(facts)
    case 'abort':
      return new DOMException(facts.message, 'AbortError')
    case 'bug': {
      const error = new Error(facts.message)
      error.stack = facts.stack
      return error
    }
  }
}
