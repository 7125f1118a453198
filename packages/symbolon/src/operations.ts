// The requests of operators and load balancers, on a separate listener: it never shares an address with users. Health checks
// say yes or no, and neither why nor which version runs.
import type { Answer, HttpRequest } from '@symbolon/core-protocol'
import type { Answering } from '@symbolon/server'
import type { PrometheusMetrics } from './prometheus.ts'
import type { Serving } from './serving.ts'

/** Answers health checks. */
export interface Operations extends Answering {
  /** From now on the service is not ready, although it answers requests: balancers send it no new ones. */
  endSoon(): void
}

/** Checks only that the process responds: to restart it does not help while the database is unavailable. */
const live: readonly string[] = ['/livez', '/healthz']

/**
 * @param serving what is asked whether it is ready
 * @param metrics the content of `/metrics`; without it the path does not exist
 */
export function operations(serving: Pick<Serving, 'readiness'>, metrics?: Pick<PrometheusMetrics, 'contentType' | 'text'>): Operations {
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
      const isKnown = live.includes(path) || path === '/readyz' || (path === '/metrics' && metrics !== undefined)
      if (!isKnown) return plain(404, 'not found')
      if (method !== 'GET' && method !== 'HEAD') return plain(405, 'method not allowed', { allow: 'GET, HEAD' })
      if (live.includes(path)) return plain(200, 'live')
      if (path === '/metrics' && metrics !== undefined) return answerOf(200, await metrics.text(), { 'content-type': metrics.contentType })
      return (await isReady()) ? plain(200, 'ready') : plain(503, 'not ready')
    },
  }
}

function plain(status: number, line: string, fields: Answer['fields'] = {}): Answer {
  return answerOf(status, `${line}\n`, { 'content-type': 'text/plain; charset=utf-8', ...fields })
}

function answerOf(status: number, body: string, fields: Answer['fields']): Answer {
  return { status, fields: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...fields }, body }
}
