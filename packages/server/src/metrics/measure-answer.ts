// Measures an answer, at the edge.
import { composedName } from '@symbolon/core-protocol'
import type { Answer, ComposedName, Metrics } from '@symbolon/core-protocol'
import { countedMethods, oauthErrors, requestDuration } from './declared.ts'

const methods: ReadonlySet<string> = new Set(countedMethods)
const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Measures an answer. @param started by `performance.now()` */
export type MeasureAnswer = (method: string, answer: Answer, started: number) => void

/** @returns a function that measures the answers of one endpoint; each series is looked up once */
export function measureAnswers(metrics: Metrics, endpoint: ComposedName): MeasureAnswer {
  if (!metrics.enabled) return () => undefined
  const observers = new Map<string, (seconds: number) => void>()
  return (method, { status, error }, started) => {
    const counted = isCounted(method) ? method : 'other'
    const statusClass = classes[Math.floor(status / 100) - 1] ?? '5xx'
    const series = counted + statusClass
    const observe = observers.get(series) ?? metrics.observer(requestDuration, { endpoint, method: counted, status_class: statusClass })
    observers.set(series, observe)
    observe((performance.now() - started) / 1000)
    if (error !== undefined) metrics.count(oauthErrors, { endpoint, error: composedName(error) })
  }
}

function isCounted(method: string): method is (typeof countedMethods)[number] {
  return methods.has(method)
}
