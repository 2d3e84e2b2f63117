// Everything that handlers work with, put together once by main.ts, or by a test.

import type { Engine } from '@sextant/engine'

import type { Keys } from './auth/keys.ts'
import type { Config } from './config/config.ts'
import type { Features } from './features/features.ts'
import type { SearchGate } from './search-gate.ts'
import type { Catalogue } from './tasks/catalogue.ts'
import type { Clock } from './tasks/instant.ts'
import type { PayloadStore } from './tasks/payload-store.ts'
import type { Scheduler } from './tasks/scheduler.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** The machine behind the routes. */
export interface Services {
  readonly engine: Engine
  readonly scheduler: Scheduler
  readonly catalogue: Catalogue
  readonly payloads: PayloadStore
  readonly keys: Keys
  readonly features: Features
  readonly searchGate: SearchGate
  readonly webhooks: Webhooks
  readonly config: Config
  readonly clock: Clock
}
