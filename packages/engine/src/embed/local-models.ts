/** Models that run on this machine. */
export interface LocalModels {
  /** Fetches the model if it is not there yet, and loads it. Rejects with a plain Error that says why it cannot. */
  open(description: LocalModelDescription): Promise<LocalModel>
}

/** Which model, and how the vectors of its tokens become one. */
export interface LocalModelDescription {
  readonly model: string
  readonly revision: string | undefined
  readonly pooling: 'useModel' | 'forceMean' | 'forceCls'
}

/** A model that is loaded. */
export interface LocalModel {
  /** One vector per text, in order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}
