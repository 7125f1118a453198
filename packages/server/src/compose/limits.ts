// Which limits guard which endpoint: decided once, so that an endpoint without limits pays nothing for those of others.
import type { Admission, AnyEndpoint, AnyRequestLimit, Registry } from '@symbolon/core-protocol'
import type { ContextOf } from './registry.ts'

export type BoundGuard = (request: Request, remoteAddress: string | undefined) => Promise<Admission>

export type GuardsOf = (endpoint: AnyEndpoint) => readonly BoundGuard[]

export function bindLimits(limits: readonly AnyRequestLimit[], registry: Registry, contextOf: ContextOf): GuardsOf {
  return (endpoint) => limits.flatMap((limit): BoundGuard[] => {
    const guard = limit.guard(endpoint, registry)
    return guard === undefined ? [] : [async (request, remoteAddress) => await guard(request, { ...contextOf(limit), remoteAddress })]
  })
}
