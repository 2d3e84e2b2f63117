// What settings say about how a document is cut up for a segment.

import { isGeoUsed, needsColumn, searchableWeight } from '../settings/attribute-selection.ts'
import type { Settings } from '../settings/settings-table.ts'
import { localesFor } from '../settings/locales.ts'
import type { Tokenizer } from '../text/token.ts'

export interface DocumentSchema {
  readonly tokenizer: Tokenizer
  isSearchable(path: string): boolean
  hasColumn(path: string): boolean
  /** Languages that words of the field may be in; undefined when not restricted. */
  locales(path: string): readonly string[] | undefined
  /** `_geo` must be a point: it can be filtered or sorted by. */
  readonly hasGeo: boolean
}

export function documentSchema(settings: Settings, tokenizer: Tokenizer): DocumentSchema {
  return {
    tokenizer,
    isSearchable: (path) => searchableWeight(settings, path) >= 0,
    hasColumn: (path) => needsColumn(settings, path),
    locales: (path) => localesFor(path, settings.localizedAttributes ?? []),
    hasGeo: isGeoUsed(settings),
  }
}
