import type { OperationHandler } from './operation-handler.ts'

/** `settingsUpdate`: a partial change of the settings. */
export const settingsUpdate: OperationHandler<'settings'> = {
  toOperation: ({ settings }) => ({ kind: 'updateSettings', settings }),
  toResult: () => ({}),
}
