// The real server as a process that is killed without warning.

import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Violation } from './violation.ts'

/** An answer of the server. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

const READY_POLL_MS = 5
const READ_ATTEMPTS = 3

/** One life of the server. */
export class ServerProcess {
  readonly #child: ChildProcess
  readonly #base: string
  readonly #startedMs = performance.now()
  readonly #gone: Promise<void>
  #isAlive = true
  #isKilled = false
  #output = ''

  constructor(options: { root: string; folder: string; port: number }) {
    const { root, folder, port } = options
    const address = `127.0.0.1:${port}`
    this.#base = `http://${address}`
    // Errors alone are logged, so whatever is printed is one.
    const words = ['--db-path', folder, '--http-addr', address, '--no-analytics']
    const logs = ['--log-level', 'ERROR', '--experimental-logs-mode', 'JSON']
    this.#child = spawn(process.execPath, [join(root, 'bin/sextant'), ...words, ...logs], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: root,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (part: Buffer) => (this.#output += part.toString()))
    }
    this.#gone = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#isAlive = false
        resolve()
      })
    })
  }

  /** Waits until it answers; gives the milliseconds since the process was started. */
  async ready(timeoutMs: number): Promise<number> {
    for (;;) {
      const healthy = await fetch(`${this.#base}/health`).then(
        (answer) => answer.ok,
        () => false,
      )
      const passedMs = performance.now() - this.#startedMs
      if (healthy) return passedMs
      this.refuseTrouble()
      if (passedMs > timeoutMs) throw new Violation(`not ready ${timeoutMs} ms after its start`)
      await delay(READY_POLL_MS)
    }
  }

  /** Reads: a connection that the server let go of meanwhile is no trouble, so they are asked again. */
  async read(path: string): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.call('GET', path)
      } catch (error) {
        this.refuseTrouble()
        if (attempt === READ_ATTEMPTS) throw error
      }
    }
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(this.#base + path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }

  /** Ends it as a power cut would, as far as a process can be. */
  async kill(): Promise<void> {
    this.refuseTrouble()
    this.#isKilled = true
    this.#child.kill('SIGKILL')
    await this.#gone
    this.refuseTrouble()
  }

  /** Throws when the server has stopped by itself or logged an error. */
  refuseTrouble(): void {
    if (this.#output !== '') throw new Violation(`the server logged an error: ${this.#output}`)
    if (!this.#isAlive && !this.#isKilled) throw new Violation('the server stopped by itself')
  }

  /** Ends it whatever happened. */
  async discard(): Promise<void> {
    this.#isKilled = true
    if (this.#isAlive) this.#child.kill('SIGKILL')
    await this.#gone
  }
}

/** A port of the loopback address that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => found(port))
    })
  })
}
