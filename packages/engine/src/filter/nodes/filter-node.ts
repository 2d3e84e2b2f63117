// The parsed form of a filter: a tree of frozen nodes tagged by `kind`, one file per kind. A new kind is a new file, a
// member of this union and a line in the registry.

import type { AndNode } from './and.ts'
import type { BetweenNode } from './between.ts'
import type { CompareNode } from './compare.ts'
import type { ContainsNode } from './contains.ts'
import type { EqualNode } from './equal.ts'
import type { ExistsNode } from './exists.ts'
import type { GeoBoundingBoxNode } from './geo-bounding-box.ts'
import type { GeoPolygonNode } from './geo-polygon.ts'
import type { GeoRadiusNode } from './geo-radius.ts'
import type { InNode } from './in.ts'
import type { IsEmptyNode } from './is-empty.ts'
import type { IsNullNode } from './is-null.ts'
import type { NotNode } from './not.ts'
import type { OrNode } from './or.ts'
import type { StartsWithNode } from './starts-with.ts'
import type { VectorsExistNode } from './vectors-exist.ts'

export type FilterNode =
  | AndNode
  | BetweenNode
  | CompareNode
  | ContainsNode
  | EqualNode
  | ExistsNode
  | GeoBoundingBoxNode
  | GeoPolygonNode
  | GeoRadiusNode
  | InNode
  | IsEmptyNode
  | IsNullNode
  | NotNode
  | OrNode
  | StartsWithNode
  | VectorsExistNode
