/** Takes steps to their end, and lets other work of the thread run between them. Throws when the signal is aborted. */
export async function inSteps(
  steps: Generator<void, void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  while (steps.next().done !== true) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    signal?.throwIfAborted()
  }
}
