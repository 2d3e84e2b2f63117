import { CorruptIndexError, StoreError } from '../errors.ts'

const ADVICE = 'Restore the index from a snapshot or a dump.'

/** The error of a name that is in use. */
export function nameTaken(name: string): StoreError {
  return new StoreError(`segment file ${name} is already there: segments are never overwritten`)
}

/** The error of a file that the manifest knows and the store does not. */
export function missingSegment(file: string): CorruptIndexError {
  return new CorruptIndexError({
    file,
    structure: 'segment file',
    expected: 'the file to be there',
    found: 'no such file',
    advice: ADVICE,
  })
}

/** Refuses reads beyond the end: offsets inside a segment that point there are damage. */
export function checkReadRange(
  file: string,
  read: { readonly offset: number; readonly length: number; readonly sizeBytes: number },
): void {
  if (read.offset >= 0 && read.length >= 0 && read.offset + read.length <= read.sizeBytes) return
  throw new CorruptIndexError({
    file,
    structure: 'segment file',
    expected: `${read.length} bytes from ${read.offset}`,
    found: `a file of ${read.sizeBytes} bytes`,
    advice: ADVICE,
  })
}
