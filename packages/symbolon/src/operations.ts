// What operators and balancers ask of the service, on a listener of its own: it never shares an address with people, and tells nothing about
// the service beyond yes and no.
import type { Answer, HttpRequest } from '@symbolon/core-protocol'
import type { Answering } from '@symbolon/server'
import type { Serving } from './serving.ts'

/** Answers health checks. */
export interface Operations extends Answering {
  /** From now on the service is not ready, although it answers requests: balancers send it no new ones. */
  endSoon(): void
}

/** Asks nothing but whether the process answers: a database that is away is no reason to start it again. */
const live: readonly string[] = ['/livez', '/healthz']

/** @param serving what is asked whether it is ready */
export function operations(serving: Pick<Serving, 'readiness'>): Operations {
  let ending = false

  async function isReady(): Promise<boolean> {
    if (ending) return false
    const readiness = await serving.readiness()
    return readiness !== undefined && readiness.reason === undefined && !ending
  }

  return {
    endSoon() {
      ending = true
    },
    async answer({ method, path }: HttpRequest) {
      const isKnown = live.includes(path) || path === '/readyz'
      if (!isKnown) return plain(404, 'not found')
      if (method !== 'GET' && method !== 'HEAD') return plain(405, 'method not allowed', { allow: 'GET, HEAD' })
      if (live.includes(path)) return plain(200, 'live')
      return (await isReady()) ? plain(200, 'ready') : plain(503, 'not ready')
    },
  }
}

function plain(status: number, body: string, fields: Answer['fields'] = {}): Answer {
  return {
    status,
    fields: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...fields },
    body: `${body}\n`,
  }
}
