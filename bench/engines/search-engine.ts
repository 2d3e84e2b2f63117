// What the comparison asks of a search engine inside a Node program. All start from the same NDJSON file, search the same
// four fields, and answer a search with the twenty best documents, whole.

/** A document of `packages`, as far as the engines look into it. */
export interface PackageDocument {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly description: string
  readonly tags: string[]
}

/** The fields that are searched, most important first. */
export const SEARCHED_FIELDS = ['name', 'title', 'description', 'tags'] as const
export const HITS_MAX = 20

export interface DocumentFile {
  readonly file: string
  /** The same documents as objects, one after another, read as they are asked for. */
  documents(): AsyncIterable<PackageDocument>
}

export interface SearchEngine {
  /** Resolves when all documents can be found. */
  index(source: DocumentFile): Promise<void>
  /** The best documents first. */
  search(text: string): Promise<readonly unknown[]>
  close(): Promise<void>
}

/** `folder` is empty, for engines that keep their index on disk. */
export type OpenSearchEngine = (options: { folder: string }) => Promise<SearchEngine>
