import { join } from 'node:path'
import { assert } from '../errors.ts'
import type { Disk, ReadableFile } from './disk.ts'
import { nodeDisk } from './node-disk.ts'
import { checkReadRange, missingSegment, nameTaken } from './segment-file-errors.ts'
import { assertSegmentName, isSegmentName } from './segment-name.ts'
import type { SegmentStore, StoredFile } from './segment-store.ts'
import { writeDurably } from './write-durably.ts'

/** Files in a folder. A file under way has the suffix `.partial`; one that is left over can be deleted by that name. */
export class FileSegmentStore implements SegmentStore {
  readonly #folder: string
  readonly #disk: Disk
  readonly #underWay = new Set<string>()
  #isFolderThere = false

  constructor(folder: string, disk: Disk = nodeDisk) {
    this.#folder = folder
    this.#disk = disk
  }

  async put(name: string, parts: readonly Uint8Array[]): Promise<void> {
    assertSegmentName(name)
    assert(!name.endsWith(PARTIAL), `segment name ${name} has the suffix of unfinished files`)
    if (this.#underWay.has(name) || this.#exists(name)) throw nameTaken(name)
    this.#underWay.add(name)
    try {
      if (!this.#isFolderThere) await this.#disk.createFolder(this.#folder)
      this.#isFolderThere = true
      const target = { folder: this.#folder, name, asideName: name + PARTIAL }
      await writeDurably(this.#disk, target, parts)
    } catch (error) {
      // the failure is what counts; what cannot be removed now is swept later
      await this.#disk.remove(join(this.#folder, name)).catch(() => undefined)
      throw error
    } finally {
      this.#underWay.delete(name)
    }
  }

  open(name: string): StoredFile {
    assertSegmentName(name)
    const path = join(this.#folder, name)
    const file = this.#underWay.has(name) ? null : this.#disk.open(path)
    if (file === null) throw missingSegment(path)
    return storedFile(name, path, file)
  }

  async delete(name: string): Promise<void> {
    assertSegmentName(name)
    // a file that comes back after a power loss is swept again: no need to wait for the disk
    await this.#disk.remove(join(this.#folder, name))
  }

  async list(): Promise<string[]> {
    const names = await this.#disk.list(this.#folder)
    return names.filter((name) => isSegmentName(name) && !this.#isUnderWay(name)).toSorted()
  }

  /** True for both names of a file that `put` has not finished. */
  #isUnderWay(name: string): boolean {
    const finalName = name.endsWith(PARTIAL) ? name.slice(0, -PARTIAL.length) : name
    return this.#underWay.has(finalName)
  }

  #exists(name: string): boolean {
    const file = this.#disk.open(join(this.#folder, name))
    file?.close()
    return file !== null
  }
}

const PARTIAL = '.partial'

function storedFile(name: string, path: string, file: ReadableFile): StoredFile {
  const { sizeBytes } = file
  let isOpen = true
  return {
    name,
    sizeBytes,
    read(offset, length) {
      assert(isOpen, `segment file ${name} is read after it was closed`)
      checkReadRange(path, { offset, length, sizeBytes })
      const bytes = file.read(offset, length)
      // the file was cut off after it was opened
      if (bytes.length < length) {
        checkReadRange(path, { offset, length, sizeBytes: offset + bytes.length })
      }
      return bytes
    },
    readInto(target, offset, length) {
      assert(isOpen, `segment file ${name} is read after it was closed`)
      checkReadRange(path, { offset, length, sizeBytes })
      const count = file.readInto(target, offset, length)
      if (count < length) checkReadRange(path, { offset, length, sizeBytes: offset + count })
    },
    close() {
      if (isOpen) file.close()
      isOpen = false
    },
  }
}
