// Whatever waits for embedders, and however long: the indexes end up as if tasks had been applied one by one, in the order of
// their uids.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Task } from './task.ts'
import type { TaskLog } from './task-log.ts'
import { ALL, TestQueue } from './testing/test-queue.ts'

const INDEXES = ['a', 'b', 'c'] as const
const EMBEDDERS = ['slow', 'slower'] as const

type Step =
  | { readonly kind: 'add'; readonly indexUid: string; readonly embedder: string | null }
  | { readonly kind: 'clear'; readonly indexUid: string }
  | { readonly kind: 'swap'; readonly pair: readonly [string, string] }
  | { readonly kind: 'cancel'; readonly back: number }
  | { readonly kind: 'answer'; readonly embedder: string }
  | { readonly kind: 'settle' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'kill' }

const indexUid = fc.constantFrom(...INDEXES)
const embedder = fc.constantFrom(...EMBEDDERS)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      indexUid,
      embedder: fc.option(embedder),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), indexUid }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('swap' as const),
      pair: fc.constantFrom(['a', 'b'] as const, ['b', 'c'] as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), back: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer' as const), embedder }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'settle' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'kill' as const }) },
)

/** Embedders that answer everybody who waits when they are told to. */
class Waiters {
  readonly #waiting = new Map<string, (() => void)[]>(EMBEDDERS.map((name) => [name, []]))
  isOpen = false

  connect({ engine }: TestQueue): void {
    for (const [name, waiting] of this.#waiting) {
      engine.embedders.set(name, () =>
        this.isOpen ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
      )
    }
  }

  answer(name: string): void {
    for (const go of this.#waiting.get(name)!.splice(0)) go()
  }
}

/** A process: once it has died, nothing that it does reaches the log. */
interface Life {
  isOver: boolean
}

function mortal(log: TaskLog, life: Life): TaskLog {
  return new Proxy(log, {
    get(target, name) {
      if (life.isOver) return () => new Promise(() => undefined)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Registers what the steps say; gives the step of each task. */
async function play(
  queue: TestQueue,
  lives: readonly Life[],
  steps: readonly Step[],
): Promise<Map<number, Step>> {
  const waiters = new Waiters()
  waiters.connect(queue)
  const registered = new Map<number, Step>()
  const perform = async (one: Step): Promise<Task | undefined> => {
    switch (one.kind) {
      case 'add':
        return queue.add(one.indexUid, [{ id: queue.log.nextTaskUid, embedder: one.embedder }])
      case 'clear':
        return queue.register(one.indexUid, { kind: 'documentClear' })
      case 'swap': {
        const swaps = [{ indexes: one.pair, rename: false }]
        return queue.register(null, { kind: 'indexSwap', swaps })
      }
      case 'cancel':
        return queue.cancel({ uids: [Math.max(0, queue.log.nextTaskUid - one.back)] })
      case 'answer':
        waiters.answer(one.embedder)
        return undefined
      case 'settle':
        await settle()
        return undefined
      case 'kill':
      case 'restart':
        lives.at(-1)!.isOver = one.kind === 'kill'
        // the dead one ends its batches too, but nobody hears of it
        if (one.kind === 'kill') void queue.scheduler.stop()
        else await queue.scheduler.stop()
        await queue.restart()
        waiters.connect(queue)
        return undefined
    }
  }
  for (const one of steps) {
    const task = await perform(one)
    if (task !== undefined) registered.set(task.uid, one)
  }
  waiters.isOpen = true
  for (const name of EMBEDDERS) waiters.answer(name)
  await queue.scheduler.waitIdle()
  return registered
}

/** Ids per index when what succeeded is applied one by one. */
function applied(tasks: readonly Task[], steps: ReadonlyMap<number, Step>): Map<string, string[]> {
  const indexes = new Map<string, string[]>(INDEXES.map((name) => [name, []]))
  for (const { uid, status } of tasks) {
    const one = steps.get(uid)
    if (status !== 'succeeded' || one === undefined) continue
    if (one.kind === 'add') indexes.get(one.indexUid)!.push(String(uid))
    if (one.kind === 'clear') indexes.set(one.indexUid, [])
    if (one.kind !== 'swap') continue
    const [x, y] = one.pair
    const ofX = indexes.get(x)!
    indexes.set(x, indexes.get(y)!)
    indexes.set(y, ofX)
  }
  return indexes
}

test('indexes are as if one task had been applied after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const limits = { embedderPatienceMs: 0, batchesMax: 3 }
      const lives: Life[] = []
      const wrapLog = (log: TaskLog): TaskLog => {
        const life = { isOver: false }
        lives.push(life)
        return mortal(log, life)
      }
      const queue = await TestQueue.start({ isLogKept: true, limits, wrapLog })
      try {
        const registered = await play(queue, lives, steps)
        const tasks = queue.scheduler.listTasks(ALL, null).results
        expect(tasks).toHaveLength(registered.size)
        for (const { finishedAt } of tasks) expect(finishedAt).not.toBeNull()
        for (const [name, ids] of applied(tasks, registered)) {
          expect(queue.documentIds(name) ?? [], name).toEqual(ids)
        }
        expect(queue.log.plans).toEqual([])
        // the dead complain of a log that does not answer
        if (!steps.some(({ kind }) => kind === 'kill')) expect(queue.errors).toEqual([])
      } finally {
        await queue.close()
      }
    }),
    { numRuns: 200 },
  )
})
