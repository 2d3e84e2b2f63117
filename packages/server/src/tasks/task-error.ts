// Why a task failed. Errors may come from a worker thread, where they lose their class, so they are known by name.

export interface TaskError {
  readonly code: string
  readonly message: string
}

const SYSTEM_CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'no_space_left_on_device',
  EDQUOT: 'no_space_left_on_device',
  EMFILE: 'too_many_open_files',
  ENFILE: 'too_many_open_files',
}

/** The public error of a failed batch: the user's own mistake, a failing disk, a damaged store or our bug. */
export function toTaskError(error: unknown): TaskError {
  if (!(error instanceof Error)) return { code: 'internal', message: String(error) }
  const { message } = error
  if (error.name === 'InputError' && 'code' in error && typeof error.code === 'string') {
    return { code: error.code, message }
  }
  if (error.name === 'CorruptIndexError') return { code: 'invalid_store_file', message }
  const systemCode = systemCodeOf(error)
  if (systemCode !== null) return { code: SYSTEM_CODES[systemCode] ?? 'io_error', message }
  return { code: 'internal', message }
}

/** Whether a batch stopped because it was told to. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

// Node's own errors carry `code` and `syscall`; the engine's StoreError carries `systemCode`.
function systemCodeOf(error: Error): string | null {
  if (error.name === 'StoreError') {
    return 'systemCode' in error && typeof error.systemCode === 'string' ? error.systemCode : 'EIO'
  }
  if ('syscall' in error && 'code' in error && typeof error.code === 'string') return error.code
  return null
}
