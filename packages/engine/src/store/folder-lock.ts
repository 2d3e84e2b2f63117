// One process per folder of data. The lock is a file that names its holder; a holder that died, however it died, is noticed
// by the next one to come: the process is gone, or another one bears its number.

import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kill, pid as ownPid } from 'node:process'
import { ConflictError } from '../errors.ts'

const LOCK_FILE = 'lock'

/** Keeps other processes, and others in this process, out of a folder. */
export interface FolderLock {
  release(): Promise<void>
}

interface Holder {
  readonly pid: number
  /** When the process was started, by the system's own count; null where the system does not tell. */
  readonly startedAt: string | null
  readonly token: string
}

/** Tokens of the locks that this process holds. */
const ownTokens = new Set<string>()

/** Takes the lock of a folder, which is made when it is not there. Throws ConflictError when it is in use. */
export async function lockFolder(path: string): Promise<FolderLock> {
  await mkdir(path, { recursive: true })
  const folder = await realpath(path)
  const file = join(folder, LOCK_FILE)
  const token = randomUUID()
  const own: Holder = { pid: ownPid, startedAt: await startOf(ownPid), token }
  // whole before it has its name: nobody ever reads half a lock
  const draft = `${file}.${token}`
  await writeFile(draft, JSON.stringify(own))
  ownTokens.add(token)
  try {
    while (!(await hasLinked(draft, file))) await removeStale(file, folder)
  } catch (error) {
    ownTokens.delete(token)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  return {
    release: async () => {
      if (!ownTokens.delete(token)) return
      if ((await readHolder(file))?.token === token) await rm(file, { force: true })
    },
  }
}

async function hasLinked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Takes away the lock of a holder that is gone; throws when it is not. */
async function removeStale(file: string, folder: string): Promise<void> {
  const holder = await readHolder(file)
  if (holder === null) return
  if (await isAlive(holder)) {
    throw new ConflictError(
      `${folder} is in use by process ${holder.pid}: stop that one first, or choose another folder.`,
    )
  }
  // moved, and looked at once more: someone else may have found it stale too, and put a good one in its place
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const moved = await readHolder(aside)
  if (moved !== null && moved.token !== holder.token) await hasLinked(aside, file)
  await rm(aside, { force: true })
}

/** Null when there is no lock any more. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    if (error instanceof SyntaxError) return { pid: 0, startedAt: null, token: '' }
    throw error
  }
}

async function isAlive({ pid, startedAt, token }: Holder): Promise<boolean> {
  if (ownTokens.has(token)) return true
  // the number of this process, but not its lock: of one before it that bore the same number
  if (pid === ownPid || pid < 1) return false
  try {
    kill(pid, 0)
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return false
  }
  if (await hasEnded(pid)) return false
  const start = await startOf(pid)
  return start === null || startedAt === null || start === startedAt
}

/**
 * A process that was killed keeps its number until its parent asks how it ended, and in a container perhaps nobody ever does.
 * Its threads may outlive the first of them by a moment.
 */
async function hasEnded(pid: number): Promise<boolean> {
  const [state] = await recordOf(pid)
  if (state !== 'Z' && state !== 'X') return false
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  return threads.length <= 1
}

async function startOf(pid: number): Promise<string | null> {
  return (await recordOf(pid))[19] ?? null
}

/** Linux's own record of a process from its third field on; the name before may hold anything, parentheses included. */
async function recordOf(pid: number): Promise<string[]> {
  try {
    const record = await readFile(`/proc/${pid}/stat`, 'utf8')
    return record.slice(record.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
