// Which limits guard which endpoint: decided once, so that an endpoint without limits pays nothing for those of others.
import type { AnyEndpoint, AnyRequestLimit, LimitDecision, Registry, RequestOrigin } from '@symbolon/core-protocol'
import type { ContextOf } from './registry.ts'

export type BoundGuard = (request: Request, origin: RequestOrigin) => Promise<LimitDecision>

export type GuardsOf = (endpoint: AnyEndpoint) => readonly BoundGuard[]

export function bindLimits(limits: readonly AnyRequestLimit[], registry: Registry, contextOf: ContextOf): GuardsOf {
  return (endpoint) => limits.flatMap((limit): BoundGuard[] => {
    const guard = limit.guard(endpoint, registry)
    return guard === undefined ? [] : [async (request, origin) => await guard(request, contextOf(limit), origin)]
  })
}
