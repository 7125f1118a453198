// Limits of requests as a part: the server asks it before an endpoint reads anything, and tells it what the endpoint answered.
// Counts live in this process alone; whatever decides about security (tries of passwords, used codes) is counted in the database.
import { define, isLoopback, parseAddress, sourceOf } from '@symbolon/core-protocol'
import type { AnyRequestLimit, Context, LimitDecision, LogFields } from '@symbolon/core-protocol'
import { defaultRates, limits } from './limits.ts'
import type { Limit, LimitName } from './limits.ts'
import { namedClient } from './named-client.ts'
import { createTokenBuckets } from './token-buckets.ts'
import type { Rate, TokenBuckets } from './token-buckets.ts'

export interface RateLimitingOptions {
  /** Whether requests that programs on this machine send themselves are limited as well. Default: they are not. */
  readonly loopback?: boolean
  readonly rates?: Partial<Readonly<Record<LimitName, Rate>>>
  /** How many keys each limit remembers at most. Default: 20,000. */
  readonly maxKeys?: number
}

/** @throws TypeError `rate_limit_rate`, `rate_limit_max_keys` */
export function rateLimiting(options: RateLimitingOptions = {}): AnyRequestLimit {
  const { loopback = false, maxKeys = 20_000 } = options
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 1) throw mistake('rate_limit_max_keys', 'maxKeys is a whole number, at least 1.')
  const counted = limits.map((limit) => ({ limit, buckets: createTokenBuckets(readRate(limit.name, options.rates), maxKeys) }))
  // A flood must not flood the log.
  const alarms = createTokenBuckets({ burst: 1, perMinute: 1 }, maxKeys)

  return define({
    kind: 'limit',
    name: 'rate limiting',
    stores: [],
    guard(endpoint, registry) {
      const guarding = counted.filter(({ limit }) => limit.guards(endpoint, registry))
      if (guarding.length === 0) return undefined
      return async (request, context, { remoteAddress, forwarded }) => {
        const address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress)
        // A forwarded request comes from somewhere else, whatever address the proxy has.
        if (!loopback && !forwarded && address !== undefined && isLoopback(address)) return { admitted: true }
        const bound = guarding.filter(({ limit }) => limit.method === undefined || limit.method === request.method)
        return await admit(bound, request, address === undefined ? unknownSource : sourceOf(address), alarms, context)
      }
    },
  })
}

/** Peers whose address the runtime does not tell share one source. */
const unknownSource = 'unknown'

interface Counted {
  readonly limit: Limit
  readonly buckets: TokenBuckets
}

/** The limits of the source are asked first: nothing is read of what somebody sends who has sent too much. */
async function admit(bound: readonly Counted[], request: Request, source: string, alarms: TokenBuckets, context: Context): Promise<LimitDecision> {
  const perSource = bound.filter(({ limit }) => limit.per === 'source')
  const ofSource = (): LimitDecision | undefined => refusal(perSource, source, { source }, alarms, context)
  const early = ofSource()
  if (early !== undefined) return early

  const perClient = bound.filter(({ limit }) => limit.per === 'client_and_source')
  const clientId = perClient.length === 0 ? undefined : await namedClient(request)
  const clientAndSource = `${source} ${clientId ?? ''}`
  // The source once more: requests whose bodies came at the same time were not counted yet when it was asked.
  const refused = refusal(perClient, clientAndSource, { source, clientId }, alarms, context) ?? (perClient.length === 0 ? undefined : ofSource())
  if (refused !== undefined) return refused
  for (const { limit, buckets } of perSource) if (limit.counts === undefined) buckets.take(source, context.now())
  return {
    admitted: true,
    answered(response) {
      for (const { limit, buckets } of bound) {
        if (limit.counts?.(response) === true) buckets.take(limit.per === 'source' ? source : clientAndSource, context.now())
      }
    },
  }
}

/** @returns undefined while every bucket of the key has a token */
function refusal(bound: readonly Counted[], key: string, fields: LogFields, alarms: TokenBuckets, context: Context): LimitDecision | undefined {
  const now = context.now()
  for (const { limit, buckets } of bound) {
    const wait = buckets.wait(key, now)
    if (wait === 0) continue
    const alarm = `${limit.name} ${key}`
    if (alarms.wait(alarm, now) === 0) {
      alarms.take(alarm, now)
      context.log.warn('rate_limited', { limit: limit.name, ...fields })
    }
    return { admitted: false, retryAfter: Math.ceil(wait / 1000) }
  }
  return undefined
}

function readRate(name: LimitName, rates: RateLimitingOptions['rates']): Rate {
  const rate = rates?.[name] ?? defaultRates[name]
  if (!Number.isSafeInteger(rate.burst) || rate.burst < 1 || !Number.isFinite(rate.perMinute) || rate.perMinute <= 0) {
    throw mistake('rate_limit_rate', `The rate ${name} has a burst of at least 1 and some requests per minute.`)
  }
  return rate
}

function mistake(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
