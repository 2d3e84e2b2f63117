import type { OperationHandler } from './operation-handler.ts'

/** `documentAdditionOrUpdate`: documents from a payload file, replaced or merged. */
export const documentAddition: OperationHandler<'documentAddition'> = {
  toOperation: (content, { payloads }) => ({
    kind: 'addDocuments',
    mode: content.mode,
    source: { kind: 'file', path: payloads.path(content.payload) },
    primaryKey: content.primaryKey,
    skipCreation: content.skipCreation,
  }),
  toResult: (outcome) =>
    outcome.kind === 'indexed' ? { indexedDocuments: outcome.documentCount } : {},
}
