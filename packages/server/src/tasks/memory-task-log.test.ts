import { openMemoryTaskLog } from './memory-task-log.ts'
import { describeTaskLog } from './task-log.contract.ts'

describeTaskLog('memory task log', {
  open: () => openMemoryTaskLog(() => 'instance'),
  reopen: null,
})
