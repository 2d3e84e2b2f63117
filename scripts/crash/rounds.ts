// Rounds of: start the server, let clients write, kill it at a random moment. What must hold after any number of them:
// every accepted task is there and has succeeded, and the indexes hold what one application of each in order gives.

import { setTimeout as delay } from 'node:timers/promises'

import { Client } from './client.ts'
import { Ledger } from './ledger.ts'
import { Random } from './random.ts'
import { freePort, ServerProcess } from './server-process.ts'
import { Violation } from './violation.ts'
import { MAIN_INDEXES } from './write.ts'

export interface CrashOptions {
  /** The repository: `bin/sextant` of it is started. */
  readonly root: string
  /** Data folder, empty at first. */
  readonly folder: string
  readonly rounds: number
  /** Repeats the choices; the moments at which the server is hit still differ. */
  readonly seed: number
  readonly clientCount?: number
  /** Clients write for up to this long in a round. */
  readonly writingMsMax?: number
  /** Milliseconds after its start by which the server must answer. */
  readonly readyMsMax: number
  readonly onRound?: (line: string) => void
}

export interface CrashReport {
  readonly acceptedCount: number
  readonly checkCount: number
  readonly killedWhileStartingCount: number
  readonly readyMsMax: number
}

const WRITING_MS_MAX = 700
const STARTING_MS_MAX = 500

/** Throws a Violation about the first promise that was not kept. */
export async function runCrashRounds(options: CrashOptions): Promise<CrashReport> {
  const random = new Random(options.seed)
  const ledger = new Ledger()
  const port = await freePort()
  const clients = Array.from(
    { length: options.clientCount ?? 4 },
    (_, i) => new Client({ name: `c${i}`, random: new Random(random.below(2 ** 31)), ledger }),
  )
  let readyMsMax = 0
  let checkCount = 0
  let killedWhileStartingCount = 0

  async function life(work: (server: ServerProcess) => Promise<void>): Promise<void> {
    const server = new ServerProcess({ root: options.root, folder: options.folder, port })
    try {
      await work(server)
      await server.kill()
    } finally {
      await server.discard()
    }
  }

  async function becomeReady(server: ServerProcess): Promise<number> {
    const readyMs = await server.ready(options.readyMsMax)
    readyMsMax = Math.max(readyMsMax, readyMs)
    return Math.round(readyMs)
  }

  await life(async (server) => {
    await becomeReady(server)
    await prepare(server, ledger)
  })
  for (let round = 1; round <= options.rounds; round++) {
    if (random.chance(15)) {
      killedWhileStartingCount++
      await life(() => delay(random.below(STARTING_MS_MAX)))
    }
    // without a check the queue goes into the next life with whatever is in it
    const isChecked = random.chance(50)
    await life(async (server) => {
      const readyMs = await becomeReady(server)
      if (isChecked) {
        await ledger.check(server)
        checkCount++
      }
      const writing = Promise.all(clients.map((client) => client.run(server)))
      const writingMs = 20 + random.below(options.writingMsMax ?? WRITING_MS_MAX)
      await Promise.race([delay(writingMs), writing])
      await server.kill()
      await writing
      const state = isChecked ? 'checked' : 'not checked'
      options.onRound?.(
        `round ${round}: ready after ${readyMs} ms, ${state}, ${ledger.acceptedCount} tasks accepted so far`,
      )
    })
  }
  await life(async (server) => {
    await becomeReady(server)
    await ledger.check(server)
    checkCount++
  })
  const { acceptedCount } = ledger
  return { acceptedCount, checkCount, killedWhileStartingCount, readyMsMax }
}

/** Switches functions on, which must last, and makes the main indexes. */
async function prepare(server: ServerProcess, ledger: Ledger): Promise<void> {
  const features = { editDocumentsByFunction: true }
  const { status } = await server.call('PATCH', '/experimental-features', features)
  if (status !== 200) throw new Violation(`switching a feature on was answered ${status}`)
  for (const index of MAIN_INDEXES) {
    const created = await server.call('POST', '/indexes', { uid: index, primaryKey: 'id' })
    const { taskUid } = created.body as { taskUid: number }
    ledger.accept({ kind: 'createIndex', index }, taskUid)
  }
  await ledger.check(server)
}
