import { MemorySegmentStore } from './memory-segment-store.ts'
import { describeSegmentStore } from './segment-store.contract.ts'

describeSegmentStore('MemorySegmentStore', () => new MemorySegmentStore())
