// Fetch over https that trusts one certificate and nothing else. Redirects are never followed: who asks decides.
import { Agent, request as httpsRequest } from 'node:https'
import type { IncomingMessage } from 'node:http'

export interface HttpsFetch {
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
  /** Ends the connections that are kept alive. */
  close(): void
}

/** @param certificate PEM: the one that is trusted */
export function createHttpsFetch(certificate: string): HttpsFetch {
  const agent = new Agent({ ca: certificate, keepAlive: true })
  return {
    async fetch(input, init) {
      const request = new Request(input, init)
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
      return await exchange(request, body, agent)
    },
    close: () => agent.destroy(),
  }
}

async function exchange(request: Request, body: Uint8Array | undefined, agent: Agent): Promise<Response> {
  return await new Promise((resolve, reject) => {
    const outgoing = httpsRequest(
      request.url,
      {
        agent,
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), ...(body === undefined ? {} : { 'content-length': body.byteLength }) },
        signal: AbortSignal.timeout(60_000),
      },
      (incoming) => readResponse(incoming).then(resolve, reject),
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function readResponse(incoming: IncomingMessage): Promise<Response> {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
  const headers = new Headers()
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '')
  }
  const status = incoming.statusCode ?? 0
  const body = [204, 205, 304].includes(status) ? null : new Blob(chunks as BlobPart[])
  // A Blob adds no content type; the type of the server stays.
  return new Response(body, { status, headers })
}
