import { InputError, withIndexName } from '../errors.ts'

/** Runs `work`; what is wrong with the input is said to be at `place`, a path into the body of the request. */
export function inPlace<Result>(place: string, work: () => Result, note = ''): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(error.code, `Inside \`${place}\`: ${note}${error.message}`)
  }
}

/** Runs `work`; what the index cannot do is said with the name of the index. */
export function inIndex<Result>(indexUid: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw withIndexName(error, indexUid)
  }
}
