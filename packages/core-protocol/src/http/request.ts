// Requests as plain data. Endpoints see nothing else of HTTP: `Request` exists at the edge alone, in `provider.fetch`, and the servers of
// the runtimes make the plain request directly. https://www.rfc-editor.org/rfc/rfc9110#section-6
import { BodyBrokenOff, BodyCollector, BodyTooLarge, declaredLength } from './body.ts'

/** A request as plain data. */
export interface HttpRequest {
  readonly method: string
  /**
   * The path of the request target as a URL has it (https://url.spec.whatwg.org/), with unreserved characters decoded, e.g.
   * `/oauth/v2/token`; empty for a malformed target.
   */
  readonly path: string
  /** What follows the question mark of the target, as it was sent; empty without one. */
  readonly query: string
  /**
   * @param name in lower case
   * @returns the value of the header field, undefined without one. Several lines of one name are joined by a comma, cookies by a semicolon.
   */
  readonly header: (name: string) => string | undefined
  readonly body: RequestBody
}

/** The body of a request. It is read in one piece, or as a stream, and nothing of it is read before an endpoint asks. */
export interface RequestBody {
  /** Whether reading has begun. */
  readonly used: boolean
  /**
   * The whole body. It is kept, so that a limit and the endpoint can both read it.
   * @param limit bytes
   * @throws BodyTooLarge, BodyBrokenOff
   */
  bytes(limit: number): Promise<Uint8Array>
  /** The body as it arrives, once and instead of `bytes`; null without a body. */
  stream(): ReadableStream<Uint8Array> | null
}

/** @returns the request as plain data */
export function fromRequest(request: Request): HttpRequest {
  const url = URL.parse(request.url)
  return {
    method: request.method,
    path: normalizedPath(url?.pathname ?? ''),
    query: url?.search.slice(1) ?? '',
    header: (name) => request.headers.get(name) ?? undefined,
    body: bodyOf(request),
  }
}

/**
 * Decodes percent-encoded unreserved characters: both spellings mean the same. https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2
 * @param path without dot segments
 */
export function normalizedPath(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/%[0-9A-Fa-f]{2}/g, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : encoded
  })
}

function bodyOf(request: Request): RequestBody {
  let reading: Promise<Uint8Array> | undefined
  return {
    get used() {
      return request.bodyUsed
    },
    async bytes(limit) {
      const bytes = await (reading ??= readBody(request, limit))
      if (bytes.byteLength > limit) throw new BodyTooLarge()
      return bytes
    },
    stream: () => request.body,
  }
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const collector = new BodyCollector(
    limit,
    declaredLength((name) => request.headers.get(name) ?? undefined),
  )
  const reader = request.body?.getReader()
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read().catch(brokenOff)
      if (done) break
      collector.add(value)
    }
    return collector.bytes()
  } catch (error) {
    await reader?.cancel().catch(() => undefined)
    throw error
  }
}

function brokenOff(): never {
  throw new BodyBrokenOff()
}
