// Which writes were sent, which of them the server has accepted, and whether its tasks and indexes say the same.

import { setTimeout as delay } from 'node:timers/promises'

import { Model } from './model.ts'
import type { ServerProcess } from './server-process.ts'
import { Violation } from './violation.ts'
import { nameOf, nameOfTask, type SeenTask, type Write } from './write.ts'

const IDLE_POLL_MS = 20
const IDLE_TIMEOUT_MS = 60_000
const TASK_PAGE = 1000

export class Ledger {
  /** Accepted writes by the uid of their task. */
  readonly #accepted = new Map<number, Write>()
  /** Writes whose answer never came: they were accepted, or they were not. */
  #inDoubt: Write[] = []
  readonly #model = new Model()
  /** Tasks below this uid are in the model. */
  #appliedEnd = 0

  get acceptedCount(): number {
    return this.#accepted.size
  }

  accept(write: Write, taskUid: number): void {
    const other = this.#accepted.get(taskUid)
    if (other !== undefined) {
      throw new Violation(`task ${taskUid} was given to "${nameOf(other)}" and "${nameOf(write)}"`)
    }
    this.#accepted.set(taskUid, write)
  }

  doubt(write: Write): void {
    this.#inDoubt.push(write)
  }

  /** Waits for the queue to be empty and compares everything. */
  async check(server: ServerProcess): Promise<void> {
    await waitIdle(server)
    const tasks = await listTasks(server)
    this.#settleDoubts(tasks)
    const seen = new Set<number>()
    for (const task of tasks) {
      const write = this.#accepted.get(task.uid)!
      seen.add(task.uid)
      const what = `task ${task.uid} (${nameOf(write)})`
      if (nameOfTask(task) !== nameOf(write)) {
        throw new Violation(`${what} is now that of "${nameOfTask(task)}"`)
      }
      if (task.status !== 'succeeded' || task.batchUid === null) {
        throw new Violation(`${what} did not succeed: ${JSON.stringify(task)}`)
      }
    }
    for (const [uid, write] of this.#accepted) {
      if (!seen.has(uid)) throw new Violation(`task ${uid} (${nameOf(write)}) was lost`)
    }
    for (const task of tasks) {
      if (task.uid < this.#appliedEnd) continue
      this.#model.apply(this.#accepted.get(task.uid)!)
      this.#appliedEnd = task.uid + 1
    }
    await compareIndexes(server, this.#model)
  }

  /** Every task that nobody was told of must belong to a write whose answer was lost; the other doubts are dropped. */
  #settleDoubts(tasks: readonly SeenTask[]): void {
    for (const task of tasks) {
      if (this.#accepted.has(task.uid)) continue
      const name = nameOfTask(task)
      const at = this.#inDoubt.findIndex((write) => nameOf(write) === name)
      if (at === -1) throw new Violation(`task ${task.uid} (${name}) was asked for by nobody`)
      const [write] = this.#inDoubt.splice(at, 1)
      this.accept(write!, task.uid)
    }
    this.#inDoubt = []
  }
}

async function waitIdle(server: ServerProcess): Promise<void> {
  const startMs = performance.now()
  for (;;) {
    const page = await read<{ total: number }>(
      server,
      '/tasks?statuses=enqueued,processing&limit=1',
    )
    if (page.total === 0) return
    server.refuseTrouble()
    if (performance.now() - startMs > IDLE_TIMEOUT_MS) {
      throw new Violation(`${page.total} tasks do not end within ${IDLE_TIMEOUT_MS} ms`)
    }
    await delay(IDLE_POLL_MS)
  }
}

/** In the order of their uids. */
async function listTasks(server: ServerProcess): Promise<SeenTask[]> {
  const tasks: SeenTask[] = []
  for (let from: number | null = 0; from !== null;) {
    const path: string = `/tasks?reverse=true&limit=${TASK_PAGE}&from=${from}`
    const page = await read<{ results: SeenTask[]; next: number | null }>(server, path)
    tasks.push(...page.results)
    from = page.next
  }
  return tasks
}

async function compareIndexes(server: ServerProcess, model: Model): Promise<void> {
  const { results } = await read<{ results: { uid: string }[] }>(server, '/indexes?limit=1000')
  const found = results.map(({ uid }) => uid).toSorted()
  const expected = [...model.indexes.keys()].toSorted()
  if (found.join() !== expected.join()) {
    throw new Violation(`the indexes are ${found.join()}, they should be ${expected.join()}`)
  }
  for (const [uid, { documents, stopWords }] of model.indexes) {
    const settings = await read<{ stopWords: string[] }>(server, `/indexes/${uid}/settings`)
    const [words, expectedWords] = [settings.stopWords.join(), stopWords.join()]
    if (words !== expectedWords) {
      throw new Violation(`index ${uid}: stopWords are "${words}", not "${expectedWords}"`)
    }
    const all = await read<{ results: { id: string }[]; total: number }>(
      server,
      `/indexes/${uid}/documents?limit=1000000`,
    )
    const stats = await read<{ numberOfDocuments: number }>(server, `/indexes/${uid}/stats`)
    if (all.total !== documents.size || stats.numberOfDocuments !== documents.size) {
      const counts = `${all.total} documents, ${stats.numberOfDocuments} by its stats`
      throw new Violation(`index ${uid} has ${counts}, it should have ${documents.size}`)
    }
    for (const document of all.results) {
      const wanted = canonical(documents.get(document.id))
      if (canonical(document) === wanted) continue
      throw new Violation(`index ${uid}: found ${canonical(document)}, expected ${wanted}`)
    }
  }
}

async function read<T>(server: ServerProcess, path: string): Promise<T> {
  const { status, body } = await server.read(path)
  if (status !== 200) {
    throw new Violation(`GET ${path} was answered ${status} ${JSON.stringify(body)}`)
  }
  return body as T
}

function canonical(document: Readonly<Record<string, unknown>> | undefined): string {
  if (document === undefined) return 'nothing'
  return JSON.stringify(document, Object.keys(document).toSorted())
}
