import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StoreError } from '../errors.ts'
import type { Disk, ReadableFile, WritableFile } from './disk.ts'

/** The disk of the machine. */
export const nodeDisk: Disk = {
  async create(path) {
    return writableFile(path, await told(`cannot create ${path}`, open(path, 'w')))
  },

  open(path) {
    let descriptor: number
    try {
      descriptor = openSync(path, 'r')
    } catch (error) {
      if (isMissing(error)) return null
      throw new StoreError(`cannot open ${path}`, error)
    }
    return readableFile(path, descriptor)
  },

  async rename(from, to) {
    await told(`cannot rename ${from} to ${to}`, rename(from, to))
  },

  async remove(path) {
    await told(`cannot remove ${path}`, rm(path, { force: true }))
  },

  async list(folder) {
    try {
      const entries = await readdir(folder, { withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    } catch (error) {
      if (isMissing(error)) return []
      throw new StoreError(`cannot list ${folder}`, error)
    }
  },

  async createFolder(folder) {
    const created = await told(`cannot create ${folder}`, mkdir(folder, { recursive: true }))
    if (created === undefined) return
    // every new folder is a new name in its parent
    const first = resolve(created)
    for (let path = resolve(folder); path.startsWith(first); path = dirname(path)) {
      await nodeDisk.syncFolder(dirname(path))
      if (path === dirname(path)) return
    }
  },

  async syncFolder(folder) {
    const handle = await told(`cannot open ${folder}`, open(folder, 'r'))
    try {
      await told(`cannot sync ${folder}`, handle.sync())
    } finally {
      await handle.close()
    }
  },
}

function writableFile(path: string, handle: FileHandle): WritableFile {
  return {
    async write(bytes) {
      let written = 0
      while (written < bytes.length) {
        const rest = handle.write(bytes, written, bytes.length - written)
        written += (await told(`cannot write ${path}`, rest)).bytesWritten
      }
    },
    sync: () => told(`cannot sync ${path}`, handle.sync()),
    close: () => told(`cannot close ${path}`, handle.close()),
  }
}

function readableFile(path: string, descriptor: number): ReadableFile {
  const failed = (error: unknown): StoreError => new StoreError(`cannot read ${path}`, error)
  let sizeBytes: number
  try {
    sizeBytes = fstatSync(descriptor).size
  } catch (error) {
    closeSync(descriptor)
    throw failed(error)
  }
  const readInto = (target: Uint8Array, offset: number, length: number): number => {
    let filled = 0
    try {
      while (filled < length) {
        const count = readSync(descriptor, target, filled, length - filled, offset + filled)
        if (count === 0) break
        filled += count
      }
    } catch (error) {
      throw failed(error)
    }
    return filled
  }
  return {
    sizeBytes,
    read(offset, length) {
      const bytes = new Uint8Array(length)
      const filled = readInto(bytes, offset, length)
      return filled === length ? bytes : bytes.subarray(0, filled)
    },
    readInto,
    close: () => closeSync(descriptor),
  }
}

async function told<Value>(message: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw new StoreError(message, error)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
