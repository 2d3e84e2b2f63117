import { summarizeTask } from '../tasks/task.ts'
import type { Route } from './route.ts'

/** Making dumps. */
export const DUMP_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/dumps',
    action: 'dumps.create',
    doc: 'Writes everything into a dump, portable between versions.',
    status: 202,
    async handle({ services }) {
      const task = await services.scheduler.register({ kind: 'dumpCreation' }, { indexUid: null })
      return { body: summarizeTask(task) }
    },
  },
]
