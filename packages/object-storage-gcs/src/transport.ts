// The one way to the network: Google's libraries are given this in the place of `fetch`. It goes to the two places that the operator named
// and to no other, follows no redirect, and hands on nothing that a storage says with a refusal. One that no other try would change ends
// the operation, with an error in our words.
import type { ObjectStorageError } from '@symbolon/transfer'
import { answerToChunk, chunkOf } from './chunk.ts'
import { failureOf, isPassing, sentElsewhere, unavailable } from './failure.ts'
import type { Asked } from './failure.ts'

/**
 * Where the libraries are told that all is. Told of another endpoint, @google-cloud/storage 8 sends chunks there without a token and by a
 * `fetch` of its own; google-auth-library knows no other one for tokens.
 */
export const google = { storage: 'https://storage.googleapis.com', tokens: 'https://oauth2.googleapis.com/token' } as const

/** Milliseconds until an answer has to begin. */
const patience = 60_000
/** Milliseconds to clean up in, once the operation is over. */
const cleaning = 2000

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
  /** After this nothing is asked but to clean up. */
  close(): void
  /** The first failure is the one that counts. */
  fail(failure: ObjectStorageError): ObjectStorageError
  failure(): ObjectStorageError | undefined
}

/** @param operation aborted when the operation has to end */
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
    const asked = askedBy(url, request.method)
    if (failed !== undefined && asked !== 'cleaning') throw failed
    const place = placeOf(url)
    const { method = 'GET', headers, body = null } = asked === 'chunk' ? await chunkOf(request) : request
    const { signal: head, answered } = asked === 'cleaning' ? { signal: AbortSignal.timeout(cleaning) } : untilAnswered(signal)
    const given = await fetch(place, { method, headers: new Headers(headers), body, redirect: 'manual', signal: head }).finally(answered)
    const answer = asked === 'chunk' ? await answerToChunk(given, new Headers(headers)) : given
    const location = answer.headers.get('location')
    if (answer.ok && asked === 'session' && URL.parse(location ?? '')?.origin !== endpoint) {
      throw fail(location === null ? unavailable(new Error('The storage opened no upload session. Try again.')) : sentElsewhere())
    }
    if (answer.ok || (answer.status === 308 && asked === 'chunk' && location === null)) return answer
    await answer.body?.cancel()
    if (asked === 'cleaning' || isPassing(answer.status)) return new Response(null, { status: answer.status })
    throw fail(failureOf(answer.status, asked))
  }

  return { fetch: ask, signal, close: () => closing.abort(), fail, failure: () => failed }
}

function askedBy({ href }: URL, method: string | undefined): Asked {
  if (href === google.tokens) return 'token'
  if (method === 'POST') return 'session'
  if (method === 'PUT') return 'chunk'
  return method === 'DELETE' ? 'cleaning' : 'object'
}

function untilAnswered(signal: AbortSignal): { readonly signal: AbortSignal; readonly answered: () => void } {
  const impatience = new AbortController()
  const timer = setTimeout(() => impatience.abort(new Error('The storage does not answer. Try again.')), patience)
  return { signal: AbortSignal.any([signal, impatience.signal]), answered: () => clearTimeout(timer) }
}
