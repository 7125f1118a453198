// Applies the limits of an endpoint before the endpoint runs. A sender over a limit gets the time of the next allowed request.
import { composedName, rateLimited, TooManyRequests, tooManyRequestsAnswer, whenKnown } from '@symbolon/core-protocol'
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
  RequestOrigin,
} from '@symbolon/core-protocol'
import type { ContextOf } from './compose/registry.ts'
import { wantsPage } from './error-boundary.ts'

/** @returns the answer of the endpoint; a 429 when a limit refuses the request */
export function answerGuarded(
  guards: readonly BoundGuard[],
  request: HttpRequest,
  origin: RequestOrigin,
  { login, metrics }: { readonly login: BoundLogin | undefined; readonly metrics: Metrics },
  answer: (origin: RequestOrigin) => Awaitable<Answer>,
): Awaitable<Answer> {
  const decideFrom = (index: number, admissions: readonly Admission[]): Awaitable<Answer> => {
    const guard = guards[index]
    if (guard === undefined) return admissions.length === 0 ? answer(origin) : answerAdmitted(admissions, origin, metrics, answer)
    return whenKnown(guard.decide(request, origin), (decision) => {
      if (decision.admitted)
        return decideFrom(index + 1, asksNothing(decision) ? admissions : [...admissions, { ...decision, limit: guard.limit }])
      metrics.count(rateLimited, { limit: decision.limit ?? composedName(guard.limit) })
      return refuse(new TooManyRequests(decision.retryAfter), request, login)
    })
  }
  return decideFrom(0, [])
}

/** The limits that admitted the request are asked again by the endpoint, and see its answer. */
function answerAdmitted(
  admissions: readonly Admission[],
  origin: RequestOrigin,
  metrics: Metrics,
  answer: (origin: RequestOrigin) => Awaitable<Answer>,
): Awaitable<Answer> {
  const firstRefusal = (ask: (admission: Admission) => Refusal | undefined): RefusedRequest | undefined => {
    for (const admission of admissions) {
      const refused = ask(admission)
      if (refused === undefined) continue
      metrics.count(rateLimited, { limit: refused.limit ?? composedName(admission.limit) })
      return refused
    }
    return undefined
  }
  const given = answer({
    ...origin,
    admitCaller: (calling) => firstRefusal(({ caller }) => caller?.(calling)),
    admitTokens: (client) => firstRefusal(({ tokens }) => tokens?.(client)),
  })
  return whenKnown(given, (known) => {
    for (const { answered } of admissions) answered?.(known)
    return known
  })
}

async function refuse(error: TooManyRequests, request: HttpRequest, login: BoundLogin | undefined): Promise<Answer> {
  const answer = login !== undefined && wantsPage(request) ? await login.displayError(error, request) : tooManyRequestsAnswer(error)
  return { ...answer, error: error.error }
}

type Admission = Extract<LimitDecision, { admitted: true }> & Pick<BoundGuard, 'limit'>
type Refusal = Extract<LimitDecision, { admitted: false }>

/** Whether the limit does not apply to the request. */
function asksNothing({ answered, caller, tokens }: Extract<LimitDecision, { admitted: true }>): boolean {
  return answered === undefined && caller === undefined && tokens === undefined
}

/** A limit with its context. */
export interface BoundGuard {
  /** The name of the part. */
  readonly limit: string
  readonly decide: (request: HttpRequest, origin: RequestOrigin) => Awaitable<LimitDecision>
}

/** The limits that apply to an endpoint, determined once. */
export type GuardsOf = (endpoint: AnyEndpoint) => readonly BoundGuard[]

/** @returns the limits of each endpoint, with their contexts */
export function bindLimits(limits: readonly AnyRequestLimit[], contextOf: ContextOf): GuardsOf {
  return (endpoint) =>
    limits.flatMap((limit): BoundGuard[] => {
      const guard = limit.guard(endpoint)
      if (guard === undefined) return []
      return [{ limit: limit.name, decide: (request, origin) => guard(request, contextOf(limit), origin) }]
    })
}
