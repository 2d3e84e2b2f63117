import { basename, dirname } from 'node:path'
import { checkPublish } from './check-publish.ts'
import type { Disk } from './disk.ts'
import { decodeManifestFile, encodeManifestFile } from './manifest-file-layout.ts'
import type { ManifestStore, StoredManifest } from './manifest-store.ts'
import { nodeDisk } from './node-disk.ts'
import { writeDurably } from './write-durably.ts'

/**
 * A manifest in one file, replaced by renaming. Publishing compares and replaces atomically for the users of one object;
 * that only one process writes an index is seen to by whoever opens it.
 */
export class FileManifestStore implements ManifestStore {
  readonly #path: string
  readonly #disk: Disk
  #lastPublish: Promise<void> = Promise.resolve()
  #isFolderThere = false

  constructor(path: string, disk: Disk = nodeDisk) {
    this.#path = path
    this.#disk = disk
  }

  async read(): Promise<StoredManifest | null> {
    return this.readSync()
  }

  readSync(): StoredManifest | null {
    const file = this.#disk.open(this.#path)
    if (file === null) return null
    try {
      return decodeManifestFile(file.read(0, file.sizeBytes), this.#path)
    } finally {
      file.close()
    }
  }

  publish(next: StoredManifest, expected: { readonly generation: number | null }): Promise<void> {
    const published = this.#lastPublish.then(() => this.#replace(next, expected))
    // the next one waits for this one, whatever becomes of it
    this.#lastPublish = published.catch(() => undefined)
    return published
  }

  async #replace(
    next: StoredManifest,
    expected: { readonly generation: number | null },
  ): Promise<void> {
    checkPublish(this.readSync(), next, expected)
    const folder = dirname(this.#path)
    const name = basename(this.#path)
    if (!this.#isFolderThere) await this.#disk.createFolder(folder)
    this.#isFolderThere = true
    await writeDurably(
      this.#disk,
      { folder, name, asideName: `${name}.next` },
      encodeManifestFile(next),
    )
  }
}
