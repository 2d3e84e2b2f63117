import { summarizeTask } from '../tasks/task.ts'
import type { Route } from './route.ts'

/** Making snapshots. */
export const SNAPSHOT_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/snapshots',
    action: 'snapshots.create',
    doc: 'Copies the data folder as it is.',
    status: 202,
    async handle({ services }) {
      const task = await services.scheduler.register(
        { kind: 'snapshotCreation' },
        { indexUid: null },
      )
      return { body: summarizeTask(task) }
    },
  },
]
