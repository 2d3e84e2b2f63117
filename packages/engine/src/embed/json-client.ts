import { EMBED_BODY_SHOWN_MAX, EMBED_CALL_MS_MAX } from '../limits.ts'
import { EmbedFailure } from './embed-failure.ts'
import type { Deadline, EmbedContext, EmbedWatch } from './embedder.ts'
import { type OutboundAnswer, OutboundFailure } from './outbound.ts'
import { PASSING, type Verdict, judgeStatus, retryWait } from './retry.ts'

/** What follows and bounds a call. */
export interface CallLimits extends EmbedWatch {
  readonly deadline?: Deadline | undefined
}

/** Posts JSON to one address, again and again where that may help. */
export class JsonClient {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #context: EmbedContext
  readonly #callMsMax: number
  readonly #waitMsMax: number | undefined

  constructor(
    target: {
      readonly url: string
      readonly apiKey: string | undefined
      readonly headers?: Readonly<Record<string, string>> | undefined
    },
    context: EmbedContext,
  ) {
    this.#url = target.url
    this.#headers = mergeHeaders(target.apiKey, target.headers ?? {})
    this.#context = context
    const { environment } = context
    this.#callMsMax = readSeconds(environment, 'TIMEOUT') ?? EMBED_CALL_MS_MAX
    this.#waitMsMax = readSeconds(environment, 'MAX_RETRY_DURATION')
  }

  /** What `read` makes of the answer. Throws EmbedFailure; what `read` throws is final too. */
  async post<Result>(
    body: unknown,
    read: (answer: unknown) => Result,
    limits: CallLimits = {},
  ): Promise<Result> {
    const text = JSON.stringify(body)
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(text, read, limits)
      limits.onRequest?.(outcome.failure?.message ?? null)
      if (outcome.failure === null) return outcome.result
      const wait = retryWait(attempt, {
        ...outcome,
        waitMsMax: this.#waitMsMax,
        random: this.#context.random(),
      })
      if (outcome.isFinal || wait === null) throw outcome.failure
      const left = limits.deadline?.remainingMs() ?? Infinity
      // a wait that ends at the deadline would be followed by nothing
      if (wait >= left) throw outcome.failure
      await this.#context.wait(wait, limits.signal)
      limits.signal?.throwIfAborted()
    }
  }

  async #attempt<Result>(
    body: string,
    read: (answer: unknown) => Result,
    limits: CallLimits,
  ): Promise<Outcome<Result>> {
    limits.signal?.throwIfAborted()
    const left = limits.deadline?.remainingMs() ?? Infinity
    if (left <= 0) return failed(new EmbedFailure('runtime error', 'no time was left'), FINAL)
    let answer: OutboundAnswer
    try {
      answer = await this.#context.outbound({
        url: this.#url,
        method: 'POST',
        headers: this.#headers,
        body,
        timeoutMs: Math.ceil(Math.min(this.#callMsMax, left)),
        ...(limits.signal !== undefined && { signal: limits.signal }),
      })
    } catch (error) {
      limits.signal?.throwIfAborted()
      if (!(error instanceof OutboundFailure)) throw error
      const text = `could not reach \`${shownUrl(this.#url)}\`: ${error.message}`
      if (error.isRefused) return failed(new EmbedFailure('user error', text), FINAL)
      return failed(new EmbedFailure('runtime error', text, { cause: error }), PASSING)
    }
    return readAnswer(answer, read)
  }
}

type Outcome<Result> = {
  readonly isFinal: boolean
  readonly extraWaitMs: number
  readonly retryAfter: string | undefined
} & (
  | { readonly failure: null; readonly result: Result }
  | { readonly failure: EmbedFailure; readonly result: null }
)

const FINAL: Verdict = { ...PASSING, isFinal: true }

function failed(failure: EmbedFailure, verdict: Verdict, retryAfter?: string): Outcome<never> {
  const { isFinal, extraWaitMs } = verdict
  return { isFinal, extraWaitMs, retryAfter, failure, result: null }
}

function readAnswer<Result>(
  answer: OutboundAnswer,
  read: (answer: unknown) => Result,
): Outcome<Result> {
  const { status, body } = answer
  if (status < 200 || status > 299) {
    const verdict = judgeStatus(status)
    const text = `the server answered with status ${status}${said(body)}`
    const failure = new EmbedFailure(verdict.fault, text, { status })
    return failed(failure, verdict, answer.retryAfter)
  }
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    const text = `the server's answer is not JSON${said(body)}`
    return failed(new EmbedFailure('runtime error', text, { status }), PASSING)
  }
  try {
    return {
      isFinal: true,
      extraWaitMs: 0,
      retryAfter: undefined,
      failure: null,
      result: read(value),
    }
  } catch (error) {
    if (error instanceof EmbedFailure) return failed(error, FINAL)
    throw error
  }
}

function said(body: string): string {
  if (body === '') return ''
  const shown =
    body.length > EMBED_BODY_SHOWN_MAX ? `${body.slice(0, EMBED_BODY_SHOWN_MAX)}…` : body
  return `: \`${shown}\``
}

/** Addresses may carry a secret before the host or after the path: neither is shown. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Headers that the user gives win over our own, however they are spelled. */
function mergeHeaders(
  apiKey: string | undefined,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const merged = new Map([['content-type', 'application/json']])
  if (apiKey !== undefined) merged.set('authorization', `Bearer ${apiKey}`)
  for (const [name, value] of Object.entries(given)) merged.set(name.toLowerCase(), value)
  return Object.fromEntries(merged)
}

function readSeconds(
  environment: EmbedContext['environment'],
  name: 'TIMEOUT' | 'MAX_RETRY_DURATION',
): number | undefined {
  for (const prefix of ['SEXTANT', 'MEILI']) {
    const text = environment[`${prefix}_EXPERIMENTAL_REST_EMBEDDER_${name}_SECONDS`]
    if (text !== undefined && /^\d+$/.test(text)) return Number(text) * 1000
  }
  return undefined
}
