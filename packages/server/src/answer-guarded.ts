// Applies the limits of an endpoint before the endpoint runs. A sender over a limit is told when to try again.
import { composedName, rateLimited, TooManyRequests, tooManyRequestsAnswer } from '@symbolon/core-protocol'
import type {
  Answer,
  AnyEndpoint,
  AnyRequestLimit,
  Awaitable,
  BoundLogin,
  HttpRequest,
  LimitDecision,
  Metrics,
  RefusedRequest,
  Registry,
  RequestOrigin,
} from '@symbolon/core-protocol'
import type { ContextOf } from './compose/registry.ts'
import { wantsPage } from './error-boundary.ts'

/** @returns the answer of the endpoint; a 429 when a limit refuses the request */
export async function answerGuarded(
  guards: readonly BoundGuard[],
  request: HttpRequest,
  origin: RequestOrigin,
  { login, metrics }: { readonly login: BoundLogin | undefined; readonly metrics: Metrics },
  answer: (origin: RequestOrigin) => Awaitable<Answer>,
): Promise<Answer> {
  const decisions: LimitDecision[] = []
  for (const guard of guards) {
    const decision = await guard.decide(request, origin)
    if (!decision.admitted) {
      metrics.count(rateLimited, { limit: decision.limit ?? composedName(guard.limit) })
      return await refuse(new TooManyRequests(decision.retryAfter), request, login)
    }
    decisions.push(decision)
  }
  const firstRefusal = (ask: (decision: Admission) => Refusal | undefined): RefusedRequest | undefined => {
    for (const [index, decision] of decisions.entries()) {
      const refused = decision.admitted ? ask(decision) : undefined
      if (refused === undefined) continue
      metrics.count(rateLimited, { limit: refused.limit ?? composedName(guards[index]?.limit ?? '') })
      return refused
    }
    return undefined
  }
  const given = await answer({
    ...origin,
    admitCaller: (userId) => firstRefusal(({ caller }) => caller?.(userId)),
    admitTokens: (client) => firstRefusal(({ tokens }) => tokens?.(client)),
  })
  for (const decision of decisions) if (decision.admitted) decision.answered?.(given)
  return given
}

async function refuse(error: TooManyRequests, request: HttpRequest, login: BoundLogin | undefined): Promise<Answer> {
  const answer = login !== undefined && wantsPage(request) ? await login.displayError(error, request) : tooManyRequestsAnswer(error)
  return { ...answer, error: error.error }
}

type Admission = Extract<LimitDecision, { admitted: true }>
type Refusal = Extract<LimitDecision, { admitted: false }>

/** A limit with its context. */
export interface BoundGuard {
  /** The name of the part. */
  readonly limit: string
  readonly decide: (request: HttpRequest, origin: RequestOrigin) => Promise<LimitDecision>
}

/** The limits that apply to an endpoint, determined once. */
export type GuardsOf = (endpoint: AnyEndpoint) => readonly BoundGuard[]

/** @returns the limits of each endpoint, with their contexts */
export function bindLimits(limits: readonly AnyRequestLimit[], registry: Registry, contextOf: ContextOf): GuardsOf {
  return (endpoint) =>
    limits.flatMap((limit): BoundGuard[] => {
      const guard = limit.guard(endpoint, registry)
      if (guard === undefined) return []
      return [{ limit: limit.name, decide: async (request, origin) => await guard(request, contextOf(limit), origin) }]
    })
}
