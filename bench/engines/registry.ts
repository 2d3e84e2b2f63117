import { openFlexSearch } from './flexsearch.ts'
import { openMiniSearch } from './minisearch.ts'
import { openOrama } from './orama.ts'
import type { OpenSearchEngine } from './search-engine.ts'
import { openSextant, openSextantInMemory } from './sextant.ts'

/** The one that the others are compared with. */
export const OWN_ENGINE = 'Sextant'

/** Every engine of the comparison by its name. */
export const ENGINES: Readonly<Record<string, OpenSearchEngine>> = {
  [OWN_ENGINE]: openSextant,
  'Sextant, in memory': openSextantInMemory,
  MiniSearch: openMiniSearch,
  Orama: openOrama,
  FlexSearch: openFlexSearch,
}
