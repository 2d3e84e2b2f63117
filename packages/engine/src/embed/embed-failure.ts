import { InputError } from '../errors.ts'

/** Whose fault a failure is: the user's, the moment's, or nobody's in particular. */
export type Fault = 'user error' | 'runtime error' | 'error'

/** A vector could not be had. */
export class EmbedFailure extends Error {
  override readonly name = 'EmbedFailure'
  readonly fault: Fault
  /** Status of the answer that said so, when one did. */
  readonly status: number | null

  constructor(fault: Fault, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.fault = fault
    this.status = options.status ?? null
  }
}

/** The same as an error of the interface, with the name of the embedder; other errors as they are. */
export function namedFailure(error: unknown, name: string): unknown {
  if (!(error instanceof EmbedFailure)) return error
  const { fault, message } = error
  return new InputError('vector_embedding_error', `Embedder \`${name}\`: ${fault}: ${message}`)
}
