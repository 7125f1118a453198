// One request to the storage. Redirects are handed back, never followed: a storage does not say where this server goes.
import type { TokenSource } from './access-token.ts'

export interface Place {
  /** Origin. */
  readonly endpoint: string
  readonly bucket: string
  readonly path: string
}

/** Milliseconds until an answer has to begin. */
const patience = 60_000

export async function send(url: URL, request: RequestInit, tokenOf: TokenSource, signal: AbortSignal): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${await tokenOf(signal)}`)
  const impatience = new AbortController()
  const timer = setTimeout(() => impatience.abort(new Error('The storage does not answer.')), patience)
  try {
    return await fetch(url, { ...request, headers, redirect: 'manual', signal: AbortSignal.any([signal, impatience.signal]) })
  } finally {
    clearTimeout(timer)
  }
}

/** Waits longer with every try; the signal ends it. */
export async function pause(tries: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, Math.min(200 * 4 ** tries, 10_000))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
