// Engine errors: a few classes with data fields. The server maps them to the interface's codes in one place.

/** A file of an index is damaged, missing or of an unknown version. Nothing is repaired or deleted. */
export class CorruptIndexError extends Error {
  override readonly name = 'CorruptIndexError'
  readonly file: string
  readonly structure: string
  readonly expected: string
  readonly found: string
  /** What to do about it. */
  readonly advice: string

  constructor(facts: {
    file: string
    structure: string
    expected: string
    found: string
    advice: string
    cause?: unknown
  }) {
    super(
      `${facts.file}: ${facts.structure}: expected ${facts.expected}, found ${facts.found}. ${facts.advice}`,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    )
    this.file = facts.file
    this.structure = facts.structure
    this.expected = facts.expected
    this.found = facts.found
    this.advice = facts.advice
  }
}

/** Another writer has published a manifest meanwhile, or holds the index. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/** The store ran out of room or failed; the last commit is untouched. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  /** The operating system's code, such as ENOSPC, when there is one. */
  readonly systemCode: string | null

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    const code =
      typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
    this.systemCode = typeof code === 'string' ? code : null
  }
}

/** Input that the user can mend. `code` is the public code of the interface (`invalid_document_id` and so on). */
export class InputError extends Error {
  override readonly name = 'InputError'
  readonly code: string
  /** The input is well-formed, but this index cannot do what it asks for: the message gains from the name of the index. */
  readonly isAboutIndex: boolean

  constructor(code: string, message: string, options: { isAboutIndex?: boolean } = {}) {
    super(message)
    this.code = code
    this.isAboutIndex = options.isAboutIndex ?? false
  }
}

/** The error to pass on: with the name of the index in front where it is about the index. */
export function withIndexName(error: unknown, indexUid: string): unknown {
  if (!(error instanceof InputError) || !error.isAboutIndex) return error
  return new InputError(error.code, `Index \`${indexUid}\`: ${error.message}`)
}

/** Stops the job when an invariant is broken: a bug, never an expected outcome. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`)
}
