// The settings that the HTTP bench gives each collection; figures of the two can be held side by side.

const rankingRules = ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness']

export type CollectionName = 'packages' | 'cities'

export const COLLECTION_SETTINGS: Readonly<
  Record<CollectionName, Readonly<Record<string, readonly string[]>>>
> = {
  packages: {
    rankingRules,
    searchableAttributes: ['name', 'title', 'description', 'tags'],
    filterableAttributes: [
      'section',
      'priority',
      'maintainer',
      'tags',
      'installedSize',
      'size',
      'architecture',
    ],
    sortableAttributes: ['installedSize', 'size', 'name'],
  },
  cities: {
    rankingRules,
    searchableAttributes: ['name', 'altName'],
    filterableAttributes: ['country', 'population', 'featureCode', '_geo'],
    sortableAttributes: ['population', '_geo', 'name'],
  },
}
