// A client that writes as fast as it is answered, until the server is gone.

import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import type { Answer, ServerProcess } from './server-process.ts'
import { Violation } from './violation.ts'
import { MAIN_INDEXES, randomWrite, requestOf, type Write } from './write.ts'

export class Client {
  readonly #name: string
  readonly #random: Random
  readonly #ledger: Ledger
  #writeCount = 0
  /** An index that this client has made and will delete: nobody else writes to it. */
  #ownIndex: string | null = null

  constructor(options: { name: string; random: Random; ledger: Ledger }) {
    this.#name = options.name
    this.#random = options.random
    this.#ledger = options.ledger
  }

  /** Resolves when the server no longer answers. */
  async run(server: ServerProcess): Promise<void> {
    for (;;) {
      const isWriting = this.#random.chance(90)
      if (!(await (isWriting ? this.#write(server) : this.#search(server)))) return
    }
  }

  async #write(server: ServerProcess): Promise<boolean> {
    const write = this.#nextWrite()
    const { method, path, body } = requestOf(write)
    const answer = await ask(server, method, path, body)
    if (answer === null) {
      this.#ledger.doubt(write)
      // whether it is there nobody knows
      if (write.kind === 'createIndex' || write.kind === 'deleteIndex') this.#ownIndex = null
      return false
    }
    const { taskUid } = answer.body as { taskUid?: number }
    if (answer.status !== 202 || taskUid === undefined) throw unexpected(method, path, answer)
    this.#ledger.accept(write, taskUid)
    if (write.kind === 'createIndex') this.#ownIndex = write.index
    if (write.kind === 'deleteIndex') this.#ownIndex = null
    return true
  }

  #nextWrite(): Write {
    const mark = `${this.#name}-${this.#writeCount++}`
    const own = this.#ownIndex
    if (own === null && this.#random.chance(4)) return { kind: 'createIndex', index: mark }
    if (own !== null && this.#random.chance(4)) return { kind: 'deleteIndex', index: own }
    return randomWrite(this.#random, own === null ? MAIN_INDEXES : [...MAIN_INDEXES, own], mark)
  }

  /** Searching must work whatever is being written. */
  async #search(server: ServerProcess): Promise<boolean> {
    const path = `/indexes/${this.#random.pick(MAIN_INDEXES)}/search`
    const answer = await ask(server, 'POST', path, { q: 'written', limit: 3 })
    if (answer !== null && answer.status !== 200) throw unexpected('POST', path, answer)
    return answer !== null
  }
}

/** Null when the connection broke before the whole answer came. */
async function ask(
  server: ServerProcess,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer | null> {
  try {
    return await server.call(method, path, body)
  } catch {
    return null
  }
}

function unexpected(method: string, path: string, { status, body }: Answer): Violation {
  return new Violation(`${method} ${path} was answered ${status} ${JSON.stringify(body)}`)
}
