import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/**
 * Sends an answer in one piece. `onSent` is called once nobody will read the bytes any more: before this returns where the
 * system takes them at once, as it does unless the client is slow, and never where the connection is lost before.
 */
export function sendBytes(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  bytes: Uint8Array,
  onSent: () => void,
): void {
  response.writeHead(status, headers)
  response.end(bytes)
  const { socket } = response
  // an answer that has no socket waits for those to earlier requests of its connection
  if (socket !== null && socket.writableLength === 0) onSent()
  else response.once('finish', onSent)
}
