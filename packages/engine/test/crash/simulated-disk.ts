// A disk in memory that loses power on demand. It keeps apart what everyone sees and what would survive: the bytes of a
// file survive once the file was synced, a name once its folder was.

import { dirname } from 'node:path'
import type { Disk, ReadableFile, WritableFile } from '../../src/store/disk.ts'

/** Thrown by every operation from the moment the power is lost. */
export class PowerLossError extends Error {
  override readonly name = 'PowerLossError'
}

/**
 * What a crash spares. `synced`: only what had to survive a power loss. `names`: also names that were not synced yet,
 * as a journal of names alone does, but no bytes. `all`: everything, as when only the process was killed.
 */
export type Spared = 'synced' | 'names' | 'all'

interface FileNode {
  bytes: Uint8Array
  syncedBytes: Uint8Array
}

/** A disk whose power fails at the n-th point. Every change has a point before and after it, a write one in its middle too. */
export class SimulatedDisk implements Disk {
  readonly #failAt: number
  #pointsSeen = 0
  #isOff = false
  #names = new Map<string, FileNode>()
  #syncedNames = new Map<string, FileNode>()

  constructor(failAt: number = Infinity) {
    this.#failAt = failAt
  }

  get pointsSeen(): number {
    return this.#pointsSeen
  }

  /** Another disk that never fails, with what the crash spares of this one. */
  afterCrash(spared: Spared): SimulatedDisk {
    const disk = new SimulatedDisk()
    for (const [path, node] of spared === 'synced' ? this.#syncedNames : this.#names) {
      const bytes = spared === 'all' ? node.bytes : node.syncedBytes
      const copy = { bytes: new Uint8Array(bytes), syncedBytes: new Uint8Array(bytes) }
      disk.#names.set(path, copy)
      disk.#syncedNames.set(path, copy)
    }
    return disk
  }

  /** This disk once more, with everything it would lose, to fail at a point counted from here. */
  copy(failAt: number): SimulatedDisk {
    const disk = new SimulatedDisk(failAt)
    // a file under two names, or under one name of which only the other survives, stays one file
    const copies = new Map<FileNode, FileNode>()
    const copyOf = (node: FileNode): FileNode => {
      const copy = copies.get(node) ?? { ...node }
      copies.set(node, copy)
      return copy
    }
    for (const [path, node] of this.#names) disk.#names.set(path, copyOf(node))
    for (const [path, node] of this.#syncedNames) disk.#syncedNames.set(path, copyOf(node))
    return disk
  }

  async create(path: string): Promise<WritableFile> {
    const node: FileNode = { bytes: new Uint8Array(0), syncedBytes: new Uint8Array(0) }
    this.#change(() => this.#names.set(path, node))
    return {
      write: async (bytes) => {
        const before = node.bytes
        this.#point()
        node.bytes = Buffer.concat([before, bytes.subarray(0, bytes.length >> 1)])
        this.#point()
        node.bytes = Buffer.concat([before, bytes])
        this.#point()
      },
      sync: async () => this.#change(() => (node.syncedBytes = node.bytes)),
      close: async () => undefined,
    }
  }

  open(path: string): ReadableFile | null {
    this.#requirePower()
    const bytes = this.#names.get(path)?.bytes
    if (bytes === undefined) return null
    return {
      sizeBytes: bytes.length,
      read: (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)),
      readInto: (target, offset, length) => {
        const part = bytes.subarray(offset, offset + length)
        target.set(part)
        return part.length
      },
      close: () => undefined,
    }
  }

  async rename(from: string, to: string): Promise<void> {
    this.#change(() => {
      const node = this.#names.get(from)
      if (node === undefined) throw new Error(`no file ${from}`)
      this.#names.delete(from)
      this.#names.set(to, node)
    })
  }

  async remove(path: string): Promise<void> {
    this.#change(() => this.#names.delete(path))
  }

  async list(folder: string): Promise<string[]> {
    this.#requirePower()
    return [...this.#names.keys()]
      .filter((path) => dirname(path) === folder)
      .map((path) => path.slice(folder.length + 1))
  }

  async createFolder(): Promise<void> {
    this.#change(() => undefined)
  }

  async syncFolder(folder: string): Promise<void> {
    this.#change(() => {
      const isElsewhere = ([path]: [string, FileNode]): boolean => dirname(path) !== folder
      const isHere = ([path]: [string, FileNode]): boolean => dirname(path) === folder
      this.#syncedNames = new Map([
        ...[...this.#syncedNames].filter(isElsewhere),
        ...[...this.#names].filter(isHere),
      ])
    })
  }

  #change(effect: () => unknown): void {
    this.#point()
    effect()
    this.#point()
  }

  #point(): void {
    this.#requirePower()
    if (this.#pointsSeen++ === this.#failAt) this.#isOff = true
    this.#requirePower()
  }

  #requirePower(): void {
    if (this.#isOff) throw new PowerLossError('the power is off')
  }
}
