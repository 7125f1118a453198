// Sends a request to addresses that were checked. `fetch` would look the name up again, and could get other addresses.
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { OutgoingRequestRefused } from './refused.ts'

/**
 * Sends a request over HTTP/1.1 and a separate connection. Redirects are not followed.
 * @param addresses of the host of the URL, which the connection goes to; undefined: the name is looked up
 * @throws OutgoingRequestRefused for a compressed response, whose size is not known
 */
export async function sendTo(addresses: readonly string[] | undefined, url: URL, init: RequestInit): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init
  const request = new Request(url, { method, ...(headers === undefined ? {} : { headers }), ...(body == null ? {} : { body }) })
  const bytes = body == null ? undefined : new Uint8Array(await request.arrayBuffer())
  const { request: open } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const { Readable } = await import('node:stream')
  return await new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method,
      // What is compressed can be of any size when it is read.
      headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
      agent: false,
      ...(signal == null ? {} : { signal }),
      ...(addresses === undefined ? {} : { lookup: lookupOf(addresses) }),
    })
    outgoing.once('error', reject)
    outgoing.once('response', (answer: IncomingMessage) => {
      const encoding = answer.headers['content-encoding'] ?? 'identity'
      if (encoding === 'identity') return resolve(responseOf(answer, Readable.toWeb(answer) as ReadableStream<Uint8Array>))
      outgoing.destroy()
      reject(new OutgoingRequestRefused(`${url.origin} answered with a compressed body.`))
    })
    outgoing.end(bytes)
  })
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_host, { all: wantsAll }, done) => {
    const [first] = all
    if (wantsAll === true) done(null, all)
    else done(null, first?.address ?? '', first?.family)
  }
}

function responseOf({ statusCode = 502, statusMessage = '', headers }: IncomingMessage, body: ReadableStream<Uint8Array>): Response {
  const fields = new Headers()
  for (const [name, value] of Object.entries(headers)) for (const each of [value ?? []].flat()) fields.append(name, each)
  const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304
  return new Response(isEmpty ? null : body, { status: statusCode, statusText: statusMessage, headers: fields })
}
