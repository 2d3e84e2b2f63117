// Experimental features: switches of the whole instance, kept in the catalogue.

import { InputError } from '@sextant/engine'

import type { Config } from '../config/config.ts'
import type { RecordCollection } from '../tasks/catalogue.ts'

/** Features with what they are when nobody has switched them, in the order of the interface. */
export const FEATURE_DEFAULTS = {
  metrics: false,
  logsRoute: false,
  editDocumentsByFunction: false,
  containsFilter: false,
  dynamicSearchRules: false,
  network: false,
  getTaskDocumentsRoute: false,
  taskQueueCompactionRoute: false,
  compositeEmbedders: false,
  chatCompletions: false,
  multimodal: false,
  foreignKeys: false,
  disableDocumentsFetchQueue: false,
  // The interface offers two search machines under this name; ours answers as this one does.
  legacySearch: true,
  renderRoute: false,
}

/** The name of a feature. */
export type Feature = keyof typeof FEATURE_DEFAULTS

/** Every feature with its state. */
export type FeatureStates = Readonly<Record<Feature, boolean>>

const RECORD_ID = 'experimental'

/** Reads and switches the features. */
export class Features {
  readonly #records: RecordCollection
  readonly #atStart: Partial<Record<Feature, boolean>>
  #states: FeatureStates

  constructor(records: RecordCollection, atStart: Config['startFeatures']) {
    this.#records = records
    // A feature named on the command line is on whatever is stored.
    this.#atStart = Object.fromEntries(Object.entries(atStart).filter(([, isOn]) => isOn))
    this.#states = this.#load()
  }

  /** All features with their state. */
  get states(): FeatureStates {
    return this.#states
  }

  /** Switches some features; durable when resolved. */
  async update(changes: Partial<Record<Feature, boolean>>): Promise<FeatureStates> {
    await this.#records.put(RECORD_ID, { ...this.#stored(), ...changes })
    this.#states = this.#load()
    return this.#states
  }

  /** Refuses a request that needs a feature which is off; `what` is what was attempted. */
  require(feature: Feature, what: string): void {
    if (this.#states[feature]) return
    throw new InputError(
      'feature_not_enabled',
      `${what} needs the experimental feature \`${feature}\`. Switch it on with \`PATCH /experimental-features\`.`,
    )
  }

  #load(): FeatureStates {
    return { ...FEATURE_DEFAULTS, ...this.#stored(), ...this.#atStart }
  }

  #stored(): Partial<Record<Feature, boolean>> {
    // only `update` writes this record
    return this.#records.get(RECORD_ID) ?? {}
  }
}
