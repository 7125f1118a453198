// The last responses of a server that is shutting down: each says that its connection takes no further request. Otherwise a client that keeps
// connections alive, such as a proxy, sends its next request into a connection that is being closed, and loses it.
// https://www.rfc-editor.org/rfc/rfc9112#section-9.6
import type { ServeOptions } from './served.ts'

/** A fetch function that can announce the end of the server. */
export interface LastAnswers {
  readonly fetch: ServeOptions['fetch']
  /** From now on answers are the last of their connections; resolves when connections in use have had the time to hear of it. */
  announceEnd(limit: number): Promise<void>
}

/** Milliseconds in which a connection in use sees another answer. */
const notice = 100

/** @returns `fetch`, which announces the end on every response once `announceEnd` was called */
export function lastAnswers(fetch: ServeOptions['fetch']): LastAnswers {
  let ending = false
  return {
    async fetch(request, peer) {
      const response = await fetch(request, peer)
      if (!ending) return response
      const last = new Response(response.body, response)
      last.headers.set('connection', 'close')
      return last
    },
    async announceEnd(limit) {
      ending = true
      await new Promise((resolve) => setTimeout(resolve, Math.min(notice, limit)))
    },
  }
}
