import { EmbedFailure } from '../embed-failure.ts'

/** Runs a call; a refusal for want of a key says where keys are set. */
export async function withKeyHint<Result>(
  elsewhere: string,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof EmbedFailure) || error.status !== 401) throw error
    const hint = `check \`apiKey\` in the settings of the embedder${elsewhere}`
    throw new EmbedFailure(error.fault, `${error.message}; ${hint}`, { status: 401, cause: error })
  }
}
