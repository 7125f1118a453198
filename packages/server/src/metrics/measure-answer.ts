// Measures an answer, at the edge.
import type { Answer, ComposedName, Metrics } from '@symbolon/core-protocol'
import { countedMethods, oauthErrors, requestDuration } from './declared.ts'

const methods: ReadonlySet<string> = new Set(countedMethods)
const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** @param started by `performance.now()` */
export function measureAnswer(metrics: Metrics, endpoint: ComposedName, method: string, { status, error }: Answer, started: number): void {
  if (!metrics.enabled) return
  const labels = {
    endpoint,
    method: isCounted(method) ? method : 'other',
    status_class: classes[Math.floor(status / 100) - 1] ?? '5xx',
  } as const
  metrics.observe(requestDuration, labels, (performance.now() - started) / 1000)
  if (error !== undefined) metrics.count(oauthErrors, { endpoint, error })
}

function isCounted(method: string): method is (typeof countedMethods)[number] {
  return methods.has(method)
}
