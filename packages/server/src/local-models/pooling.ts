// From the vectors of the tokens of a text to one vector for the text.

/** How vectors of tokens become one. */
export type Pooling = 'cls' | 'mean' | 'last' | 'meanSqrtLength' | 'max'

/** What settings say about it. */
export type PoolingChoice = 'useModel' | 'forceMean' | 'forceCls'

/** The pooling to use; `file` is the model's own `1_Pooling/config.json`, or null when it has none. */
export function choosePooling(choice: PoolingChoice, file: unknown): Pooling {
  if (choice === 'forceMean') return 'mean'
  if (choice === 'forceCls') return 'cls'
  if (typeof file !== 'object' || file === null) return 'mean'
  const flags = file as Readonly<Record<string, unknown>>
  return FLAGS.find(([flag]) => flags[flag] === true)?.[1] ?? 'mean'
}

/** Flags of the file, in order of precedence. */
const FLAGS: readonly (readonly [string, Pooling])[] = [
  ['pooling_mode_cls_token', 'cls'],
  ['pooling_mode_mean_tokens', 'mean'],
  ['pooling_mode_lasttoken', 'last'],
  ['pooling_mode_mean_sqrt_len_tokens', 'meanSqrtLength'],
  ['pooling_mode_max_tokens', 'max'],
]

/** The vector of a text, from those of its tokens, one after the other. */
export function pool(states: Float32Array, tokenCount: number, pooling: Pooling): Float32Array {
  const size = states.length / tokenCount
  if (pooling === 'cls') return states.slice(0, size)
  if (pooling === 'last') return states.slice(states.length - size)
  const pooled = states.slice(0, size)
  for (let at = size; at < states.length; at++) {
    const component = at % size
    pooled[component] =
      pooling === 'max'
        ? Math.max(pooled[component]!, states[at]!)
        : pooled[component]! + states[at]!
  }
  if (pooling === 'max') return pooled
  const divisor = pooling === 'mean' ? tokenCount : Math.sqrt(tokenCount)
  return pooled.map((sum) => sum / divisor)
}
