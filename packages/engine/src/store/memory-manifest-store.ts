import { checkPublish } from './check-publish.ts'
import type { ManifestStore, StoredManifest } from './manifest-store.ts'

/** A manifest in the memory of the process. */
export class MemoryManifestStore implements ManifestStore {
  #current: StoredManifest | null = null

  async read(): Promise<StoredManifest | null> {
    return this.readSync()
  }

  readSync(): StoredManifest | null {
    return this.#current
  }

  async publish(
    next: StoredManifest,
    expected: { readonly generation: number | null },
  ): Promise<void> {
    checkPublish(this.#current, next, expected)
    // a copy: `slice` of a Buffer would share its bytes
    this.#current = { ...next, bytes: new Uint8Array(next.bytes) }
  }
}
