import type { InputError } from '../errors.ts'

/** A payload turned out bad after some of it had an effect: the batch must be run again, carefully. */
export class BadPayload extends Error {
  override readonly name = 'BadPayload'
  override readonly cause: InputError

  constructor(cause: InputError) {
    super(cause.message)
    this.cause = cause
  }
}

/** Problems that fail one payload; others (a bad `_geo`, say) fail the batch. */
const PAYLOAD_PROBLEMS: ReadonlySet<string> = new Set([
  'missing_document_id',
  'invalid_document_id',
  'index_primary_key_already_exists',
  'index_primary_key_no_candidate_found',
  'index_primary_key_multiple_candidates_found',
  'max_fields_limit_exceeded',
])

/** Whether an error is the fault of one payload. */
export function isPayloadProblem(error: InputError): boolean {
  return PAYLOAD_PROBLEMS.has(error.code)
}
