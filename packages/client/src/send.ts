// Sends a request to the API.
import { errorOf } from './error.ts'

/** An access token or a personal access token, or a function that returns one before each request. */
export type Token = string | (() => string | Promise<string>)

/** How a client reaches the server. */
export interface ClientOptions {
  /** The issuer: the address of the server. */
  readonly issuer: string
  readonly token: Token
  /** Sends the requests; by default the `fetch` of the runtime. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A request of the API. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/manage/v1`, with every part encoded. */
  readonly path: string
  /** Parameters that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** A value with a JSON form. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The response to a request that succeeded. */
export interface ApiAnswer {
  readonly status: number
  /** The entity tag of the object, if the response is about one. */
  readonly etag?: string
  /** Parsed JSON; undefined for a response without a body. */
  readonly body: unknown
}

/**
 * Sends a request.
 * @throws ApiError if the server refuses it
 * @throws TypeError if the server cannot be reached
 */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>

/** Sends a request, and does not read the body of the response. Throws what `Send` throws. */
export type Open = (request: ApiRequest) => Promise<Response>

/** @returns what sends the requests of a client */
export function opener({ issuer, token, fetch = globalThis.fetch }: ClientOptions): Open {
  return async ({ method, path, query = {}, body, headers = {}, signal }) => {
    const url = new URL(`${issuer.replace(/\/$/, '')}/manage/v1${path}`)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
    const authorization = `Bearer ${typeof token === 'string' ? token : await token()}`
    const response = await fetch(
      new Request(url, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, authorization },
        // The API never redirects. A redirect comes from another server, and the request may hold secrets.
        redirect: 'error',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    )
    if (!response.ok) throw errorOf(response, parsed(await response.text()))
    return response
  }
}

/** @returns the function that sends requests and reads the whole response */
export function sender(open: Open): Send {
  return async (request) => {
    const response = await open(request)
    const etag = response.headers.get('etag')
    return { status: response.status, body: parsed(await response.text()), ...(etag === null ? {} : { etag }) }
  }
}

/** Reads a list that has no pages. */
export async function listAt<T>(send: Send, path: string, query: ApiRequest['query'] = {}): Promise<readonly T[]> {
  // The API responds as its documentation states.
  return ((await send({ method: 'GET', path, query })).body as { readonly items: readonly T[] }).items
}

/** @returns undefined for text that is not JSON: a response without a body, or one of a proxy */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @returns the path of the parts
 * @throws TypeError for a part that would change the meaning of the path. https://url.spec.whatwg.org/#double-dot-path-segment
 */
export function pathOf(...parts: readonly string[]): string {
  return parts
    .map((part) => {
      if (['', '.', '..'].includes(part)) throw new TypeError(`${JSON.stringify(part)} is not a valid id`)
      return `/${encodeURIComponent(part)}`
    })
    .join('')
}
