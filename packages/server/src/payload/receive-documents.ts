// From a socket to a payload file, a part at a time: the next part is read once the last one is written, so a slow disk
// slows the sender and memory does not grow with the upload.

import type { IncomingMessage } from 'node:http'

import { documentFormat } from '../http/content-type.ts'
import { malformedPayload, missingPayload, readBody } from '../http/read-body.ts'
import type { Payload, PayloadStore } from '../tasks/payload-store.ts'
import { openDocumentParser, PayloadSyntaxError } from './document-parser.ts'

/** What was received: the payload file, durable, and how many documents it holds. */
export interface ReceivedDocuments {
  readonly payload: Payload
  readonly documentCount: number
}

/** Receives the documents of a request. Nothing stays behind when they cannot be accepted. */
export async function receiveDocuments(
  request: IncomingMessage,
  options: {
    readonly payloads: PayloadStore
    readonly bytesMax: number
    readonly csvDelimiter: string
  },
): Promise<ReceivedDocuments> {
  const format = documentFormat(request.headers['content-type'])
  const parser = await openDocumentParser(format, options)
  const writer = await options.payloads.create()
  try {
    let hasBytes = false
    for await (const part of readBody(request, options.bytesMax)) {
      if (part.length > 0) hasBytes = true
      const lines = parser.push(part)
      if (lines.length > 0) await writer.write(lines)
    }
    if (!hasBytes) throw missingPayload(format)
    const lines = parser.end()
    if (lines.length > 0) await writer.write(lines)
    return { payload: await writer.finish(), documentCount: parser.documentCount }
  } catch (error) {
    await writer.discard()
    if (error instanceof PayloadSyntaxError) throw malformedPayload(format, error.message)
    throw error
  }
}
