// Every bound of the queue, in one place.

export interface QueueLimits {
  /** Tasks applied together; 0 stops the scheduler from applying anything. */
  readonly tasksPerBatchMax: number
  /** Bytes of payload applied together; a single larger task is still taken. */
  readonly payloadBytesPerBatchMax: number
  /** Bytes of the log above which new tasks are refused. */
  readonly logBytesMax: number
  /** Tasks in the log from which on the oldest finished ones are deleted by themselves. */
  readonly taskCountMax: number
  /** How many are deleted then. */
  readonly autoDeletionCount: number
  /** A payload of this size is one of many, most likely: what follows it is waited for, to be applied together. */
  readonly bulkPayloadBytes: number
  /** How long the next payload may take to begin, and how long the first task waits at most. */
  readonly bulkPauseMs: number
  readonly bulkHoldMsMax: number
  /** Payloads of this size together are worth a batch, whatever may follow. */
  readonly bulkBatchBytes: number
  /** A batch that has waited so long for an embedder lets other indexes go on. */
  readonly embedderPatienceMs: number
  /** Batches that wait for embedders at most, beside the one that works: each may hold a segment in memory. */
  readonly batchesMax: number
  /** Pause before the end of a batch is written again after the disk refused it. */
  readonly retryDelayMs: number
}

export const DEFAULT_QUEUE_LIMITS: QueueLimits = {
  // a batch ends in one transaction on the thread that answers requests: measured at 12 µs per task
  tasksPerBatchMax: 2000,
  payloadBytesPerBatchMax: 2 ** 30,
  // 40 % of 20 GiB, as the reference
  logBytesMax: 8 * 2 ** 30,
  taskCountMax: 1_000_000,
  autoDeletionCount: 100_000,
  // senders of collections wait for one answer before they send on: measured at 30 to 60 ms between payloads of 10 MiB
  bulkPayloadBytes: 4 * 2 ** 20,
  bulkPauseMs: 100,
  bulkHoldMsMax: 1000,
  bulkBatchBytes: 128 * 2 ** 20,
  embedderPatienceMs: 100,
  batchesMax: 16,
  retryDelayMs: 1000,
}
