// Sends a request to addresses that were checked. `fetch` would look the name up again, and could get other addresses.
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import { OutgoingRequestRefused } from './refused.ts'

/**
 * Sends a request over HTTP/1.1 and a separate connection. Redirects are not followed.
 * @param addresses of the host of the URL, which the connection goes to; undefined: the name is looked up
 * @returns the response, whose body is decoded as it is read
 * @throws OutgoingRequestRefused for an unknown content encoding, a status outside 200 to 599, fields that are malformed, and no answer
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
    // What throws in an event handler would end the process, and the host chooses what the answer contains.
    const refuse = (error: unknown): void => {
      reject(error instanceof OutgoingRequestRefused ? error : new OutgoingRequestRefused(`${url.origin} sent a malformed answer.`))
      outgoing.destroy()
    }
    outgoing.on('close', () => reject(new OutgoingRequestRefused(`${url.origin} sent no answer.`)))
    outgoing.once('upgrade', (_answer, socket: Duplex) => {
      socket.on('error', () => undefined).destroy()
      refuse(undefined)
    })
    let interim = 0
    outgoing.on('information', () => {
      if (++interim > interimLimit) refuse(undefined)
    })
    outgoing.once('response', (answer: IncomingMessage) => {
      try {
        const decoder = decoderOf(answer, decoders, url)
        const head = headOf(answer)
        // An error of the answer ends the decoder as well, whose error its reader gets.
        const content = decoder === undefined ? answer : pipeline(answer, decoder, () => undefined)
        resolve(responseOf(head, Readable.toWeb(content) as ReadableStream<Uint8Array>))
      } catch (error) {
        answer.on('error', () => undefined)
        refuse(error)
      }
    })
    outgoing.end(bytes)
  })
}

/** The maximum number of interim responses, which precede the answer. https://www.rfc-editor.org/rfc/rfc9110#section-15.2 */
const interimLimit = 16

/** @throws OutgoingRequestRefused for an unknown encoding */
function decoderOf({ headers }: IncomingMessage, decoders: ReadonlyMap<string, () => Duplex>, url: URL): Duplex | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity') return undefined
  const create = decoders.get(encoding)
  if (create === undefined) throw new OutgoingRequestRefused(`${url.origin} answered with an unknown content encoding.`)
  return create()
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

interface Head {
  readonly status: number
  readonly headers: Headers
}

/**
 * The reason phrase is left out: it means nothing, and may contain control characters. https://www.rfc-editor.org/rfc/rfc9112#section-4
 * @throws an error for a status that is not final, and for a field that `Headers` refuses
 */
function headOf({ statusCode = 0, headers: sent }: IncomingMessage): Head {
  if (statusCode < 200 || statusCode > 599) throw new RangeError('The status is not final.')
  const headers = new Headers()
  const { 'content-encoding': _encoding, 'content-length': _length, ...others } = sent
  for (const [name, value] of Object.entries(others)) for (const each of [value ?? []].flat()) headers.append(name, each)
  return { status: statusCode, headers }
}

function responseOf(head: Head, body: ReadableStream<Uint8Array>): Response {
  const isEmpty = head.status === 204 || head.status === 205 || head.status === 304
  return new Response(isEmpty ? null : body, head)
}
