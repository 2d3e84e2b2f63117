import { readdir } from 'node:fs/promises'

/** Internal ids of the indexes in a folder: each has a folder of its own. None where the folder is not there yet. */
export async function listIndexFolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}
