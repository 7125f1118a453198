// The only access to the network: Google's libraries use this in place of `fetch`. It sends requests only to the two endpoints that the operator
// configured, follows no redirect, and never passes on the body of an error response. An error that a retry would not change ends the
// operation, with our own message.
import type { ObjectStorageError } from '@symbolon/transfer'
import { answerToChunk, chunkOf } from './chunk.ts'
import { failureOf, isPassing, sentElsewhere, unavailable } from './failure.ts'
import type { Purpose } from './failure.ts'

/**
 * The default endpoints, which the libraries always use. With a custom endpoint, @google-cloud/storage 8 sends upload chunks there without a
 * token and by its own `fetch`. google-auth-library supports no other endpoint for tokens.
 */
export const google = { storage: 'https://storage.googleapis.com', tokens: 'https://oauth2.googleapis.com/token' } as const

/** Milliseconds until a response has to begin. */
const responseTimeout = 60_000
/** Milliseconds to cancel an upload, once the operation is over. */
const cancellationTimeout = 2000

/** An object and the endpoints that serve it. */
export interface Place {
  /** Origin of the JSON API. */
  readonly endpoint: string
  readonly tokenEndpoint: string | undefined
  readonly bucket: string
  readonly path: string
}

/** Requests to the storage, without redirects. */
export interface Transport {
  fetch(input: string | URL | Request, request?: RequestInit): Promise<Response>
  /** Ends with the operation, or when this is closed. */
  readonly signal: AbortSignal
  /** After this only cancellations are sent. */
  close(): void
  /** Records the failure. @returns the first recorded failure */
  fail(failure: ObjectStorageError): ObjectStorageError
  failure(): ObjectStorageError | undefined
}

/** @param operation aborted if the operation has to end */
export function openTransport({ endpoint, tokenEndpoint = google.tokens }: Place, operation: AbortSignal): Transport {
  const closing = new AbortController()
  const signal = AbortSignal.any([operation, closing.signal])
  let failed: ObjectStorageError | undefined
  const fail = (failure: ObjectStorageError): ObjectStorageError => (failed ??= failure)

  function placeOf(url: URL): URL {
    if (url.href === google.tokens) return new URL(tokenEndpoint)
    if (url.origin === google.storage) return new URL(`${endpoint}${url.pathname}${url.search}`)
    if (url.origin === endpoint) return url
    throw fail(sentElsewhere())
  }

  async function ask(input: string | URL | Request, request: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input)
    const purpose = purposeOf(url, request.method)
    if (failed !== undefined && purpose !== 'cancellation') throw failed
    const place = placeOf(url)
    const { method = 'GET', headers, body = null } = purpose === 'chunk' ? await chunkOf(request) : request
    const { signal: head, answered } =
      purpose === 'cancellation' ? { signal: AbortSignal.timeout(cancellationTimeout) } : untilAnswered(signal)
    const given = await fetch(place, { method, headers: new Headers(headers), body, redirect: 'manual', signal: head }).finally(answered)
    const answer = purpose === 'chunk' ? await answerToChunk(given, new Headers(headers)) : given
    const location = answer.headers.get('location')
    if (answer.ok && purpose === 'session' && URL.parse(location ?? '')?.origin !== endpoint) {
      throw fail(location === null ? unavailable(new Error('The storage opened no upload session. Try again.')) : sentElsewhere())
    }
    if (answer.ok || (answer.status === 308 && purpose === 'chunk' && location === null)) return answer
    await answer.body?.cancel()
    if (purpose === 'cancellation' || isPassing(answer.status)) return new Response(null, { status: answer.status })
    throw fail(failureOf(answer.status, purpose))
  }

  return { fetch: ask, signal, close: () => closing.abort(), fail, failure: () => failed }
}

function purposeOf({ href }: URL, method: string | undefined): Purpose {
  if (href === google.tokens) return 'token'
  if (method === 'POST') return 'session'
  if (method === 'PUT') return 'chunk'
  return method === 'DELETE' ? 'cancellation' : 'object'
}

function untilAnswered(signal: AbortSignal): { readonly signal: AbortSignal; readonly answered: () => void } {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error('The storage does not respond. Try again.')), responseTimeout)
  return { signal: AbortSignal.any([signal, timeout.signal]), answered: () => clearTimeout(timer) }
}
