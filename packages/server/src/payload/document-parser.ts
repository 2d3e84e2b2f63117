import type { DocumentFormat } from '../http/content-type.ts'

/**
 * Turns the parts of an upload into NDJSON, one document per line, as the parts arrive. Documents keep the text of the
 * upload, so numbers stay as they were written. A part may end anywhere, even inside a character.
 */
export interface DocumentParser {
  /** The lines that this part completes, each ended by a newline. Throws PayloadSyntaxError. */
  push(part: Buffer): Buffer
  /** The lines that only the end completes. */
  end(): Buffer
  /** Documents completed so far. */
  readonly documentCount: number
}

/** An upload that does not follow its format. The message says what is wrong and where. */
export class PayloadSyntaxError extends Error {
  override readonly name = 'PayloadSyntaxError'
}

/** The parser of a format; only its own code is loaded. */
export async function openDocumentParser(
  format: DocumentFormat,
  options: { readonly csvDelimiter: string },
): Promise<DocumentParser> {
  if (format === 'csv') {
    const { CsvDocuments } = await import('./csv-documents.ts')
    return new CsvDocuments(options.csvDelimiter)
  }
  const { JsonDocuments } = await import('./json-documents.ts')
  return new JsonDocuments(format)
}
