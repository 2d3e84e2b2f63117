import { join } from 'node:path'
import type { Disk, WritableFile } from './disk.ts'

/**
 * Writes a whole file: under another name first, synced, then renamed, then the folder synced. A power loss at any moment
 * leaves what was there before or the whole new file under `name`; at worst something is left under `asideName`.
 * When it throws after the rename, which of the two it is remains open.
 */
export async function writeDurably(
  disk: Disk,
  target: { readonly folder: string; readonly name: string; readonly asideName: string },
  parts: readonly Uint8Array[],
): Promise<void> {
  const aside = join(target.folder, target.asideName)
  try {
    const file = await disk.create(aside)
    try {
      await writeParts(file, parts)
      await file.sync()
    } finally {
      await file.close()
    }
    await disk.rename(aside, join(target.folder, target.name))
  } catch (error) {
    await removeQuietly(disk, aside)
    throw error
  }
  await disk.syncFolder(target.folder)
}

/** Up to here, parts are put together first: one call of the system costs more than the copy. */
const JOINED_BYTES_MAX = 1 << 20

async function writeParts(file: WritableFile, parts: readonly Uint8Array[]): Promise<void> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  for (const part of parts) {
    if (waiting.length > 0 && waitingBytes + part.length > JOINED_BYTES_MAX) {
      await file.write(joined(waiting))
      waiting = []
      waitingBytes = 0
    }
    waiting.push(part)
    waitingBytes += part.length
  }
  if (waiting.length > 0) await file.write(joined(waiting))
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)
}

/** The failure that brought us here is the one to report; a left-over is swept later. */
async function removeQuietly(disk: Disk, path: string): Promise<void> {
  await disk.remove(path).catch(() => undefined)
}
