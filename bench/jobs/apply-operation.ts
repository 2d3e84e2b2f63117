import type { Engine } from '@sextant/engine'

type Operation = Parameters<Engine['applyBatch']>[1]['operations'][number]

/** Applies one operation as a batch of its own; throws when it fails. */
export async function applyOperation(
  engine: Engine,
  indexId: string,
  operation: Operation,
): Promise<void> {
  const { outcomes } = await engine.applyBatch(indexId, {
    batchUid: engine.describe(indexId).lastBatchUid + 1,
    nowMs: Date.now(),
    operations: [operation],
  })
  const [outcome] = outcomes
  if (outcome?.kind === 'failed') throw new Error(outcome.message)
}
