// Work in a process of its own, so that its peak memory and its warm-up are its own too.

import { fork } from 'node:child_process'

export type JobOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** Out of time or memory, or an error: said in a few words. */
  | { readonly kind: 'failed'; readonly reason: string }

export interface JobOptions {
  readonly timeoutMs: number
  /** The bound of the JavaScript heap, the same for everything that is compared. */
  readonly heapMiB?: number
}

const HEAP_MIB = 4096
const STDERR_BYTES_MAX = 20_000

/** Runs a file of `jobs/` in a new process. Never rejects for what the job does. */
export function runJob<Result>(
  name: string,
  input: object,
  { timeoutMs, heapMiB = HEAP_MIB }: JobOptions,
): Promise<JobOutcome<Result>> {
  const file = new URL(`./jobs/${name}.js`, import.meta.url)
  const child = fork(file, {
    execArgv: ['--expose-gc', `--max-old-space-size=${heapMiB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  // before anything clears away the files it works on
  const end = (): boolean => child.kill('SIGKILL')
  process.prependListener('exit', end)
  return new Promise((resolve) => {
    let errors = ''
    let outcome: JobOutcome<Result> | null = null
    const timer = setTimeout(() => {
      outcome ??= { kind: 'failed', reason: `not done in ${Math.round(timeoutMs / 1000)} s` }
      end()
    }, timeoutMs)
    child.stderr!.on('data', (text: Buffer) => {
      errors = (errors + text.toString()).slice(-STDERR_BYTES_MAX)
    })
    // a child that is gone cannot be written to; that it closed says the rest
    child.on('error', (error) => {
      errors += error.message
    })
    child.on('message', (message) => {
      outcome ??= message as JobOutcome<Result>
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      process.off('exit', end)
      resolve(outcome ?? { kind: 'failed', reason: reasonOf(errors, code, signal) })
    })
    child.send({ input })
  })
}

/** In a file of `jobs/`: takes the input that `runJob` was given, does the work, hands back the result. */
export function serveJob(work: (input: never) => Promise<unknown>): void {
  process.once('message', (message: { input: never }) => {
    void work(message.input)
      .then(
        (result): JobOutcome<unknown> => ({ kind: 'done', result }),
        (error: unknown): JobOutcome<unknown> => ({
          kind: 'failed',
          reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      )
      .then((outcome) => process.send!(outcome, () => process.disconnect()))
  })
}

/** The result of a job that the bench cannot go on without. */
export function resultOf<Result>(outcome: JobOutcome<Result>): Result {
  if (outcome.kind === 'failed') throw new Error(`a job failed: ${outcome.reason}`)
  return outcome.result
}

function reasonOf(errors: string, code: number | null, signal: string | null): string {
  if (/heap out of memory|allocation failed/i.test(errors)) return 'out of memory'
  const error = errors.split('\n').find((line) => line.includes('Error'))
  return `ended with ${signal ?? code}${error === undefined ? '' : `: ${error}`}`
}
