// Which limits guard which endpoint: decided once, so that an endpoint without limits pays nothing for those of others.
import type { Admission, AnyEndpoint, AnyRequestLimit, Registry } from '@symbolon/core-protocol'
import type { RequestOrigin } from '../remote-address/remote-address.ts'
import type { ContextOf } from './registry.ts'

export type BoundGuard = (request: Request, origin: RequestOrigin) => Promise<Admission>

export type GuardsOf = (endpoint: AnyEndpoint) => readonly BoundGuard[]

export function bindLimits(limits: readonly AnyRequestLimit[], registry: Registry, contextOf: ContextOf): GuardsOf {
  return (endpoint) => limits.flatMap((limit): BoundGuard[] => {
    const guard = limit.guard(endpoint, registry)
    return guard === undefined ? [] : [async (request, origin) => await guard(request, { ...contextOf(limit), ...origin })]
  })
}
