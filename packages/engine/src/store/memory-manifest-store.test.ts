import { describeManifestStore } from './manifest-store.contract.ts'
import { MemoryManifestStore } from './memory-manifest-store.ts'

describeManifestStore('MemoryManifestStore', () => new MemoryManifestStore())
