import type { Route } from './route.ts'

/** The description of the interface for machines. */
export const OPENAPI_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/openapi.json',
    action: null,
    doc: 'This document.',
    status: 200,
    async handle() {
      // Built when first asked for: nobody needs it at start.
      const { openApiBytes } = await import('../schemas/openapi-document.ts')
      return { body: await openApiBytes() }
    },
  },
]
