// A request of Node's HTTP server as plain data. Nothing is copied or parsed before an endpoint asks for it.
import { BodyBrokenOff, BodyCollector, BodyTooLarge, declaredLength, normalizedPath } from '@symbolon/core-protocol'
import type { HttpRequest, RequestBody } from '@symbolon/core-protocol'
import type { IncomingMessage } from 'node:http'

/** A request of Node's server. */
export interface IncomingRequest extends HttpRequest {
  readonly body: RequestBody & {
    /** Drops what was not read, so that the connection can take the next request. */
    dropRest(): void
  }
}

/**
 * @param url the target, where a router may have changed that of the request
 * @param turnEnd a body that is read in one piece is handed over at the end of the turn in which it ended, see `turnEnds`, unless its reader
 *   names another time
 * @returns the request as plain data
 */
export function fromIncoming(incoming: IncomingMessage, url: string, turnEnd: () => Promise<void>): IncomingRequest {
  const header = (name: string): string | undefined => headerOf(incoming.rawHeaders, name)
  // A request without a Host header is older than HTTP/1.1. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
  const [path, query] = header('host') === undefined ? ['', ''] : targetOf(url)
  return { method: incoming.method ?? 'GET', path, query, header, body: new IncomingBody(incoming, header, turnEnd) }
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
  // A URL takes a backslash for a slash and resolves dot segments. A proxy that admits requests by the begin of their path does neither.
  if (path.includes('\\') || dotSegment.test(path)) return ['', '']
  const url = target.startsWith('/') ? URL.parse(`http://localhost${target}`) : absoluteForm.test(target) ? URL.parse(target) : null
  return url === null ? ['', ''] : [normalizedPath(url.pathname), url.search.slice(1)]
}

const absoluteForm = /^https?:\/\//i

/** https://www.rfc-editor.org/rfc/rfc3986#section-3.3; a URL takes `%2e` for a dot. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

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
  readonly #turnEnd: () => Promise<void>
  #reading: Promise<Uint8Array> | undefined
  #streaming = false
  /** Whether nothing more is delivered: the body has ended, or the reader does not want the rest. */
  #over = false

  constructor(incoming: IncomingMessage, header: HttpRequest['header'], turnEnd: () => Promise<void>) {
    this.#incoming = incoming
    this.#header = header
    this.#turnEnd = turnEnd
  }

  get used(): boolean {
    return this.#streaming || this.#reading !== undefined
  }

  bytes(limit: number): Promise<Uint8Array> {
    if (this.#reading !== undefined) {
      return this.#reading.then((bytes) => checkedLength(bytes, limit))
    }
    this.#reading = readAll(this.#incoming, limit, this.#header, this.#turnEnd)
    return this.#reading
  }

  stream(): ReadableStream<Uint8Array> | null {
    if (this.#header('transfer-encoding') === undefined && (declaredLength(this.#header) ?? 0) === 0) return null
    // One chunk for each read: nothing is taken from the connection before the reader asks for it.
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          if (this.#streaming) this.#incoming.resume()
          else this.#deliverTo(controller)
        },
        cancel: () => this.dropRest(),
      },
      { highWaterMark: 0 },
    )
  }

  dropRest(): void {
    if (this.#incoming.complete && !this.#streaming) return
    this.#over = true
    this.#incoming.resume()
  }

  #deliverTo(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#streaming = true
    const incoming = this.#incoming
    const unlessOver = (deliver: () => void) => () => {
      if (this.#over) return
      this.#over = true
      deliver()
    }
    incoming
      .on('data', (chunk: Uint8Array) => {
        if (this.#over) return
        incoming.pause()
        controller.enqueue(chunk)
      })
      .on(
        'end',
        unlessOver(() => controller.close()),
      )
    const brokenOff = unlessOver(() => controller.error(new BodyBrokenOff()))
    incoming.on('error', brokenOff).on('close', brokenOff)
  }
}

/** @throws BodyTooLarge */
function checkedLength(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.byteLength > limit) throw new BodyTooLarge()
  return bytes
}

function readAll(
  incoming: IncomingMessage,
  limit: number,
  header: HttpRequest['header'],
  handOver: () => Promise<void>,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const collector = new BodyCollector(limit, declaredLength(header))
    let settled = false
    const add = (chunk: Uint8Array): void => {
      // What follows a body that is too large is read and dropped, so that the client sees the answer.
      if (settled) return
      try {
        if (collector.add(chunk)) free(chunk)
      } catch (error) {
        settled = true
        reject(error)
      }
    }
    const end = (): void => {
      settled = true
      void handOver().then(() => resolve(collector.bytes()), reject)
    }
    // A request that was read to its end closes too.
    const close = (): void => {
      if (!settled) reject(new BodyBrokenOff())
    }
    incoming.on('data', add).on('end', end).on('error', close).on('close', close)
  })
}

/**
 * Frees the memory of a chunk after its last reader. V8 frees memory outside of its heap late: the chunks of a large body would take as much
 * memory as the body.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  // Small chunks may share their buffer.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
