import type { Route } from './route.ts'

/** Whether the service answers. */
export const HEALTH_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/health',
    action: null,
    doc: 'Tells that the service is up.',
    status: 200,
    handle: () => ({ body: { status: 'available' } }),
  },
  {
    method: 'GET',
    path: '/',
    action: null,
    doc: 'Tells what is running here.',
    status: 200,
    handle: () => ({ body: { status: 'Sextant is running' } }),
  },
]
