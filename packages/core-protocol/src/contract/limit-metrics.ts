// What limits refuse. Every part may count its refusals here, so that one metric shows all limits of a kind.
import { defineMetric } from './metrics.ts'
import type { Metric } from './metrics.ts'

const labels = { limit: 'composed' } as const

/** Requests that a limit refused. The label is the name of the limit. */
export const rateLimited: Metric<'counter', typeof labels> = defineMetric({
  kind: 'counter',
  name: 'symbolon_rate_limited_total',
  help: 'Requests that a limit refused.',
  labels,
})

/** Objects and imports that a quota refused. The label is the reason that the refusal names, such as `applications_limit`. */
export const quotaRefusals: Metric<'counter', typeof labels> = defineMetric({
  kind: 'counter',
  name: 'symbolon_quota_refusals_total',
  help: 'Objects and imports that a quota refused.',
  labels,
})
