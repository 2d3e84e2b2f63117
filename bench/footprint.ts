// What a process and a folder take of the machine.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MIB = 2 ** 20

/** The most memory that this process has held so far. */
export function peakMiB(): number {
  return statusMiB('VmHWM') ?? process.resourceUsage().maxRSS / 1024
}

/** The memory that this process holds now, garbage left out where the process may collect it (`--expose-gc`). */
export function restMiB(): number {
  globalThis.gc?.()
  return statusMiB('VmRSS') ?? process.memoryUsage.rss() / MIB
}

/** Blocks on disk of all files under a folder. */
export function diskMiB(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).blocks * 512
  }
  return bytes / MIB
}

/**
 * Waits until this process has had next to nothing to do for a while: merges run in the background and nobody is told
 * when they end. Resolves to the time, as `performance.now` has it, since when it was quiet.
 */
export async function untilIdle(): Promise<number> {
  const windowMs = 200
  let quietSince = performance.now()
  for (let quiet = 0; quiet < 2;) {
    const before = process.cpuUsage()
    await new Promise((resolve) => setTimeout(resolve, windowMs))
    const { user, system } = process.cpuUsage(before)
    const busyShare = (user + system) / 1000 / windowMs
    if (busyShare < 0.1) quiet++
    else {
      quiet = 0
      quietSince = performance.now()
    }
  }
  return quietSince
}

/** A line of /proc/self/status; unlike getrusage it knows nothing of the process that started this one. */
function statusMiB(name: 'VmHWM' | 'VmRSS'): number | null {
  if (process.platform !== 'linux') return null
  const match = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))
  return match === null ? null : Number(match[1]) / 1024
}
