import { InputError } from '../errors.ts'

/** Runs `work`; what is wrong with the input is said to be at `place`, a path into the body of the request. */
export function inPlace<Result>(place: string, work: () => Result, note = ''): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(error.code, `Inside \`${place}\`: ${note}${error.message}`)
  }
}
