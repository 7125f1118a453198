// A request of Node's HTTP server as plain data. Nothing is copied or parsed before an endpoint asks for it.
import { BodyBrokenOff, BodyCollector, BodyTooLarge, declaredLength } from '@symbolon/core-protocol'
import type { HttpRequest, RequestBody } from '@symbolon/core-protocol'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** @returns the request as plain data */
export function fromIncoming(incoming: IncomingMessage): HttpRequest {
  const [path, query] = targetOf(incoming.url ?? '')
  const header = (name: string): string | undefined => headerOf(incoming.rawHeaders, name)
  return { method: incoming.method ?? 'GET', path, query, header, body: new IncomingBody(incoming, header) }
}

/** A target in origin form that a URL would contain unchanged. */
const plainTarget = /^\/(?!\/)[A-Za-z0-9/_~-]*(?:\.[A-Za-z0-9_~-][A-Za-z0-9/_~-]*)*(?:\?[^#]*)?$/

/**
 * The path and the query of a request target. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @returns an empty path for a malformed target
 */
function targetOf(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (plainTarget.test(target)) return [path, mark === -1 ? '' : target.slice(mark + 1)]
  // A URL takes a backslash for a slash, which proxies in front of this server do not.
  if (path.includes('\\')) return ['', '']
  const url = target.startsWith('/') ? URL.parse(`http://localhost${target}`) : absoluteForm.test(target) ? URL.parse(target) : null
  return url === null ? ['', ''] : [url.pathname, url.search.slice(1)]
}

const absoluteForm = /^https?:\/\//i

/** Node's own `headers` drop repeated lines of some names: a second Authorization header must not pass unnoticed. */
function headerOf(raw: readonly string[], name: string): string | undefined {
  let value: string | undefined
  for (let index = 0; index < raw.length; index += 2) {
    const each = raw[index] ?? ''
    if (each.length !== name.length || each.toLowerCase() !== name) continue
    const line = raw[index + 1] ?? ''
    value = value === undefined ? line : `${value}${name === 'cookie' ? '; ' : ', '}${line}`
  }
  return value
}

class IncomingBody implements RequestBody {
  readonly #incoming: IncomingMessage
  readonly #header: HttpRequest['header']
  #reading: Promise<Uint8Array> | undefined
  #streamed = false

  constructor(incoming: IncomingMessage, header: HttpRequest['header']) {
    this.#incoming = incoming
    this.#header = header
  }

  get used(): boolean {
    return this.#streamed || this.#reading !== undefined
  }

  async bytes(limit: number): Promise<Uint8Array> {
    const bytes = await (this.#reading ??= readAll(this.#incoming, limit, declaredLength(this.#header)))
    if (bytes.byteLength > limit) throw new BodyTooLarge()
    return bytes
  }

  stream(): ReadableStream<Uint8Array> | null {
    if (this.#header('transfer-encoding') === undefined && (declaredLength(this.#header) ?? 0) === 0) return null
    this.#streamed = true
    return Readable.toWeb(this.#incoming) as ReadableStream<Uint8Array>
  }
}

function readAll(incoming: IncomingMessage, limit: number, declared: number | undefined): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const collector = new BodyCollector(limit, declared)
    let settled = false
    const add = (chunk: Uint8Array): void => {
      // What follows a body that is too large is read and dropped, so that the client sees the answer.
      if (settled) return
      try {
        collector.add(chunk)
      } catch (error) {
        settled = true
        reject(error)
      }
    }
    const end = (): void => {
      settled = true
      resolve(collector.bytes())
    }
    // A request that was read to its end closes too.
    const close = (): void => {
      if (!settled) reject(new BodyBrokenOff())
    }
    incoming.on('data', add).on('end', end).on('error', close).on('close', close)
  })
}
