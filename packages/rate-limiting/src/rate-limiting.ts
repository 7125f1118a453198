// Rate limiting as a part: the server asks it before an endpoint reads the request, and reports the answer to it. Counts are in the
// memory of this process. What decides about security, such as failed passwords and used codes, is counted in the database instead.
import { composedName, createTokenBuckets, define, isLoopback, parseAddress, hostNetworkOf, siteNetworkAt } from '@symbolon/core-protocol'
import type { AnyRequestLimit, Context, HttpRequest, LimitDecision, LogFields, Rate, TokenBuckets } from '@symbolon/core-protocol'
import { clientIdentifierOf } from './client-identifier.ts'
import { defaultRates, limits } from './limits.ts'
import type { Limit, LimitName } from './limits.ts'

/** Options of `rateLimiting`. */
export interface RateLimitingOptions {
  /** Whether requests from a loopback address that no proxy forwarded are limited too. Default: false. */
  readonly loopback?: boolean
  /** Replaces default rates. */
  readonly rates?: Partial<Readonly<Record<LimitName, Rate>>>
  /** How many clients and addresses each limit remembers at most. Default: 20,000. */
  readonly maxKeys?: number
}

/**
 * Limits requests per client, address and caller. A refused request gets 429 with `Retry-After`.
 * @throws TypeError with the code `rate_limit_rate` or `rate_limit_max_keys` if an option is out of range
 * @example
 * createProvider({ …, limits: [rateLimiting({ rates: { login: { burst: 20, perMinute: 10 } } })] })
 */
export function rateLimiting(options: RateLimitingOptions = {}): AnyRequestLimit {
  const { loopback = false, maxKeys = 20_000 } = options
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 1) throw mistake('rate_limit_max_keys', 'maxKeys must be a whole number of at least 1.')
  const counted = limits.map((limit) => ({ limit, buckets: createTokenBuckets(readRate(limit.name, options.rates), maxKeys) }))
  // One warning a minute for each key, so that a flood of requests does not flood the log.
  const warnings = createTokenBuckets({ burst: 1, perMinute: 1 }, maxKeys)

  return define({
    kind: 'limit',
    name: 'rate limiting',
    stores: [],
    guard(endpoint, registry) {
      const guarding = counted.filter(({ limit }) => limit.guards(endpoint, registry))
      if (guarding.length === 0) return undefined
      return async (request, context, { remoteAddress, forwarded }) => {
        const address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress)
        // A request that a proxy on this machine forwarded has the loopback address of the proxy, but comes from elsewhere.
        if (!loopback && !forwarded && address !== undefined && isLoopback(address)) return { admitted: true }
        const bound = guarding.filter(({ limit }) => limit.method === undefined || limit.method === request.method)
        const source = address === undefined ? unknownSource : hostNetworkOf(address)
        return await decide(bound, request, { source, site: siteNetworkAt(remoteAddress) }, warnings, context)
      }
    },
  })
}

/** All peers whose address the runtime does not report share one source. */
const unknownSource = 'unknown'

type Refused = Extract<LimitDecision, { admitted: false }>

interface Counted {
  readonly limit: Limit
  readonly buckets: TokenBuckets
}

/** Limits per source come first, so that nothing is read of a request that they refuse. */
async function decide(
  bound: readonly Counted[],
  request: HttpRequest,
  { source, site }: { readonly source: string; readonly site: string },
  warnings: TokenBuckets,
  context: Context,
): Promise<LimitDecision> {
  const perSource = bound.filter(({ limit }) => limit.per === 'source')
  const perSite = bound.filter(({ limit }) => limit.per === 'site')
  const ofSource = (): LimitDecision | undefined =>
    refusal(perSource, source, { source }, warnings, context) ?? refusal(perSite, site, { site }, warnings, context)
  const early = ofSource()
  if (early !== undefined) return early

  const perClient = bound.filter(({ limit }) => limit.per === 'client_and_source')
  const clientId = perClient.length === 0 ? undefined : await clientIdentifierOf(request)
  const clientAndSource = `${source} ${clientId ?? ''}`
  // The limits per source are checked again: while the body was read, other requests may have been counted.
  const refused =
    refusal(perClient, clientAndSource, { source, clientId }, warnings, context) ?? (perClient.length === 0 ? undefined : ofSource())
  if (refused !== undefined) return refused
  for (const { limit, buckets } of perSource) if (limit.counts === undefined) buckets.take(source, context.now())
  return {
    admitted: true,
    caller(userId) {
      const perCaller = bound.filter(({ limit }) => limit.per === 'caller')
      const refused = refusal(perCaller, userId, { userId }, warnings, context)
      if (refused === undefined) for (const { buckets } of perCaller) buckets.take(userId, context.now())
      return refused
    },
    tokens({ clientId: issuedTo, orgId }) {
      const ofClient = bound.filter(({ limit }) => limit.per === 'client')
      const ofOrganization = orgId === '' ? [] : bound.filter(({ limit }) => limit.per === 'organization')
      const refused =
        refusal(ofClient, issuedTo, { clientId: issuedTo }, warnings, context) ??
        refusal(ofOrganization, orgId, { orgId }, warnings, context)
      if (refused !== undefined) return refused
      for (const { buckets } of ofClient) buckets.take(issuedTo, context.now())
      for (const { buckets } of ofOrganization) buckets.take(orgId, context.now())
      return undefined
    },
    answered(response) {
      for (const { limit, buckets } of bound) {
        if (limit.counts?.(response) !== true) continue
        const key = limit.per === 'source' ? source : limit.per === 'site' ? site : clientAndSource
        buckets.take(key, context.now())
      }
    },
  }
}

/** @returns undefined if every bucket of the key has a token */
function refusal(bound: readonly Counted[], key: string, fields: LogFields, warnings: TokenBuckets, context: Context): Refused | undefined {
  const now = context.now()
  for (const { limit, buckets } of bound) {
    const wait = buckets.wait(key, now)
    if (wait === 0) continue
    const warning = `${limit.name} ${key}`
    if (warnings.wait(warning, now) === 0) {
      warnings.take(warning, now)
      context.log.warn('rate_limited', { limit: limit.name, ...fields })
    }
    return { admitted: false, retryAfter: Math.ceil(wait / 1000), limit: composedName(limit.name) }
  }
  return undefined
}

function readRate(name: LimitName, rates: RateLimitingOptions['rates']): Rate {
  const rate = rates?.[name] ?? defaultRates[name]
  if (!Number.isSafeInteger(rate.burst) || rate.burst < 1 || !Number.isFinite(rate.perMinute) || rate.perMinute <= 0) {
    throw mistake('rate_limit_rate', `The rate ${name} must have a whole burst of at least 1 and more than 0 requests per minute.`)
  }
  return rate
}

function mistake(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
