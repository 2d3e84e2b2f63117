// From a socket to a payload file, a part at a time: parts are taken while earlier ones are written, up to a bound, so a slow
// disk slows the sender and memory does not grow with the upload.

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
    await readBody(request, options.bytesMax, (part) => {
      if (part.length > 0) hasBytes = true
      return writer.write(parser.push(part))
    })
    if (!hasBytes) throw missingPayload(format)
    await writer.write(parser.end())
    return { payload: await writer.finish(), documentCount: parser.documentCount }
  } catch (error) {
    await writer.discard()
    if (error instanceof PayloadSyntaxError) throw malformedPayload(format, error.message)
    throw error
  }
}
