// Sends a request to addresses that were checked. `fetch` would look the name up again, and could get other addresses.
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { OutgoingRequestRefused } from './refused.ts'

/**
 * Sends a request over HTTP/1.1 and a separate connection. Redirects are not followed.
 * @param addresses of the host of the URL, which the connection goes to; undefined: the name is looked up
 * @returns the response, whose body is decoded as it is read
 * @throws OutgoingRequestRefused for an unknown content encoding
 */
export async function sendTo(addresses: readonly string[] | undefined, url: URL, init: RequestInit): Promise<Response> {
  const { method = 'GET', headers, body, signal } = init
  const request = new Request(url, { method, ...(headers === undefined ? {} : { headers }), ...(body == null ? {} : { body }) })
  const bytes = body == null ? undefined : new Uint8Array(await request.arrayBuffer())
  const { request: open } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const { pipeline, Readable } = await import('node:stream')
  const decoders = await decodersOf()
  return await new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method,
      headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
      agent: false,
      ...(signal == null ? {} : { signal }),
      ...(addresses === undefined ? {} : { lookup: lookupOf(addresses) }),
    })
    outgoing.on('error', reject)
    outgoing.once('response', (answer: IncomingMessage) => {
      const encoding = answer.headers['content-encoding'] ?? 'identity'
      const decoder = encoding === 'identity' ? undefined : decoders.get(encoding.trim().toLowerCase())?.()
      if (encoding !== 'identity' && decoder === undefined) {
        outgoing.destroy()
        return reject(new OutgoingRequestRefused(`${url.origin} answered with an unknown content encoding.`))
      }
      // An error of the answer ends the decoder as well, whose error its reader gets.
      const body = decoder === undefined ? answer : pipeline(answer, decoder, () => undefined)
      resolve(responseOf(answer, Readable.toWeb(body) as ReadableStream<Uint8Array>))
    })
    outgoing.end(bytes)
  })
}

/** Some hosts serve what they store compressed, whatever a request accepts. The reader limits the size of what is decoded. */
async function decodersOf(): Promise<ReadonlyMap<string, () => Duplex>> {
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib')
  return new Map<string, () => Duplex>([
    ['gzip', createGunzip],
    ['x-gzip', createGunzip],
    ['deflate', createInflate],
    ['br', createBrotliDecompress],
  ])
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
  const { 'content-encoding': _encoding, 'content-length': _length, ...others } = headers
  for (const [name, value] of Object.entries(others)) for (const each of [value ?? []].flat()) fields.append(name, each)
  const isEmpty = statusCode === 204 || statusCode === 205 || statusCode === 304
  return new Response(isEmpty ? null : body, { status: statusCode, statusText: statusMessage, headers: fields })
}
