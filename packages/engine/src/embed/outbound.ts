// Calls to other servers. The engine makes none itself: whoever embeds it hands a function in, so that the server can
// put its address policy there.

/** A call that is to be made. */
export interface OutboundRequest {
  readonly url: string
  readonly method: 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** What came back, whatever its status. */
export interface OutboundAnswer {
  readonly status: number
  readonly body: string
  /** Seconds or date of the header `Retry-After`, as sent. */
  readonly retryAfter?: string
}

/** Makes a call. Rejects with OutboundFailure when there is no answer. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

/** No answer came: no connection, no such name, too late, or not allowed. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'
  /** The call is not allowed: another try would not help. */
  readonly isRefused: boolean

  constructor(message: string, options: { isRefused?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.isRefused = options.isRefused ?? false
  }
}
