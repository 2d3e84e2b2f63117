import type { OperationHandler } from './operation-handler.ts'

/** `documentEdition`: a function run over documents. */
export const documentEdition: OperationHandler<'documentEdition'> = {
  toOperation: ({ function: text, filter, context }) => ({
    kind: 'editDocuments',
    function: text,
    filter,
    context,
  }),
  toResult: (outcome) =>
    outcome.kind === 'edited'
      ? { editedDocuments: outcome.editedCount, deletedDocuments: outcome.deletedCount }
      : {},
}
