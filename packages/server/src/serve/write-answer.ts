// Writes an answer to Node's HTTP server.
import type { Answer, Awaitable } from '@symbolon/core-protocol'
import type { ServerResponse } from 'node:http'

/**
 * Writes the answer. It has been handed over, or the client has gone, when it returns; of a stream, when the promise resolves.
 * @param last whether the connection takes no further request
 */
export function writeAnswer({ status, fields, cookies, body }: Answer, outgoing: ServerResponse, last: boolean): Awaitable<void> {
  if (outgoing.destroyed) return
  const head: Record<string, string | number | readonly string[]> = { ...fields }
  if (cookies !== undefined && cookies.length > 0) head['set-cookie'] = cookies
  // https://www.rfc-editor.org/rfc/rfc9112#section-9.6
  if (last) head['connection'] = 'close'
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, head as Record<string, string>)
    return pump(body, outgoing)
  }
  // https://www.rfc-editor.org/rfc/rfc9110#section-8.6: none in a 204, and in a 304 only that of the body that is left out.
  if (status !== 204 && status !== 304) head['content-length'] = body === null ? 0 : Buffer.byteLength(body)
  outgoing.writeHead(status, head as Record<string, string>)
  // Node leaves the body out of an answer to HEAD.
  outgoing.end(body ?? undefined)
}

/** A stream that fails closes the connection, so that the client does not take a part for the whole body. */
async function pump(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader()
  const gone = Promise.withResolvers<void>()
  outgoing.once('close', () => {
    reader.cancel(new Error('The client has gone.')).catch(() => undefined)
    gone.resolve()
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (outgoing.destroyed) return
      if (!outgoing.write(value)) await Promise.race([drained(outgoing), gone.promise])
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

async function drained(outgoing: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => outgoing.once('drain', resolve))
}
