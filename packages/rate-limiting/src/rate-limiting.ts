// Rate limiting as a part: the server asks it before an endpoint reads the request, and reports the response to it. Counts are in the
// memory of this process. What decides about security, such as failed passwords and used codes, is counted in the database instead.
import {
  checkPartOptions,
  composedName,
  createTokenBuckets,
  define,
  hostNetworkOf,
  isLoopback,
  parseAddress,
  siteNetworkAt,
  whenKnown,
} from '@symbolon/core-protocol'
import type {
  AnyRequestLimit,
  Awaitable,
  Context,
  HttpRequest,
  LimitDecision,
  LogFields,
  OptionNames,
  Rate,
  TokenBuckets,
} from '@symbolon/core-protocol'
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

const optionNames: OptionNames<RateLimitingOptions> = {
  loopback: 'optional',
  rates: 'optional',
  maxKeys: 'optional',
}

/**
 * Limits requests per client, address and caller. A refused request gets 429 with `Retry-After`.
 * @throws TypeError with the code `rate_limit_rate` or `rate_limit_max_keys` if an option is out of range
 * @example
 * createProvider({ …, limits: [rateLimiting({ rates: { login: { burst: 20, perMinute: 10 } } })] })
 */
export function rateLimiting(options: RateLimitingOptions = {}): AnyRequestLimit {
  checkPartOptions('rateLimiting', options, optionNames)
  const { loopback = false, maxKeys = 20_000 } = options
  if (!Number.isSafeInteger(maxKeys) || maxKeys < 1)
    throw invalidOption('rate_limit_max_keys', 'maxKeys must be a whole number of at least 1.')
  const counted = limits.map((limit) => ({ limit, buckets: createTokenBuckets(readRate(limit.name, options.rates), maxKeys) }))
  // One warning a minute for each key, so that a flood of requests does not flood the log.
  const warnings = createTokenBuckets({ burst: 1, perMinute: 1 }, maxKeys)
  const senderAt = senders()

  return define({
    kind: 'limit',
    name: 'rate limiting',
    stores: [],
    guard(endpoint) {
      const guarding = counted.filter(({ limit }) => limit.guards(endpoint))
      if (guarding.length === 0) return undefined
      const ofPosts = planOf(guarding)
      const ofOthers = planOf(guarding.filter(({ limit }) => limit.method === undefined))
      return (request, context, { remoteAddress, forwarded }) => {
        const sender = senderAt(remoteAddress)
        // A request that a proxy on this machine forwarded has the loopback address of the proxy, but comes from elsewhere.
        if (!loopback && !forwarded && sender.isLoopback) return admitted
        return decide(request.method === 'POST' ? ofPosts : ofOthers, request, sender, warnings, context)
      }
    },
  })
}

const admitted: LimitDecision = { admitted: true }

type Refused = Extract<LimitDecision, { admitted: false }>

interface Counted {
  readonly limit: Limit
  readonly buckets: TokenBuckets
}

/** The limits of an endpoint and a method, by what shares a count. */
interface Plan extends Readonly<Record<Limit['per'], readonly Counted[]>> {
  /** The limits of `source` that count before the response is known. */
  readonly early: readonly Counted[]
  /** The limits that count by the response. */
  readonly late: readonly Counted[]
}

function planOf(counted: readonly Counted[]): Plan {
  const per = (name: Limit['per']): readonly Counted[] => counted.filter(({ limit }) => limit.per === name)
  return {
    source: per('source'),
    site: per('site'),
    client_and_source: per('client_and_source'),
    caller: per('caller'),
    caller_organization: per('caller_organization'),
    client: per('client'),
    organization: per('organization'),
    early: per('source').filter(({ limit }) => limit.counts === undefined),
    late: counted.filter(({ limit }) => limit.counts !== undefined),
  }
}

/** The callers that share the counts of an address. */
interface Sender {
  readonly source: string
  readonly site: string
  readonly isLoopback: boolean
}

/** All peers whose address the runtime does not report share one source. */
const unknownSender: Sender = { source: 'unknown', site: siteNetworkAt(undefined), isLoopback: false }

/** Connections are kept alive: most requests come from an address that sent one before. */
const rememberedSenders = 4096

function senders(): (remoteAddress: string | undefined) => Sender {
  const remembered = new Map<string, Sender>()
  return (remoteAddress) => {
    if (remoteAddress === undefined) return unknownSender
    const known = remembered.get(remoteAddress)
    if (known !== undefined) return known
    if (remembered.size === rememberedSenders) remembered.clear()
    const sender = senderOf(remoteAddress)
    remembered.set(remoteAddress, sender)
    return sender
  }
}

function senderOf(remoteAddress: string): Sender {
  const address = parseAddress(remoteAddress)
  if (address === undefined) return unknownSender
  return { source: hostNetworkOf(address), site: siteNetworkAt(remoteAddress), isLoopback: isLoopback(address) }
}

/** Limits per source come first, so that nothing is read of a request that they refuse. */
function decide(
  plan: Plan,
  request: HttpRequest,
  { source, site }: Sender,
  warnings: TokenBuckets,
  context: Context,
): Awaitable<LimitDecision> {
  const ofSource = (): LimitDecision | undefined =>
    refusal(plan.source, source, { source }, warnings, context) ?? refusal(plan.site, site, { site }, warnings, context)
  const early = ofSource()
  if (early !== undefined) return early

  const admit = (clientAndSource: string): LimitDecision => {
    take(plan.early, source, context)
    return {
      admitted: true,
      caller({ userId, orgId, does }) {
        const counting = ({ limit }: Counted): boolean => limit.does === does
        const ofUser = plan.caller.filter(counting)
        const ofOrganization = orgId === '' ? [] : plan.caller_organization.filter(counting)
        const refused =
          refusal(ofUser, userId, { userId }, warnings, context) ?? refusal(ofOrganization, orgId, { orgId }, warnings, context)
        if (refused !== undefined) return refused
        take(ofUser, userId, context)
        take(ofOrganization, orgId, context)
        return undefined
      },
      tokens({ clientId, orgId }) {
        const ofOrganization = orgId === '' ? [] : plan.organization
        const refused =
          refusal(plan.client, clientId, { clientId }, warnings, context) ?? refusal(ofOrganization, orgId, { orgId }, warnings, context)
        if (refused !== undefined) return refused
        take(plan.client, clientId, context)
        take(ofOrganization, orgId, context)
        return undefined
      },
      answered(response) {
        for (const { limit, buckets } of plan.late) {
          if (limit.counts?.(response) !== true) continue
          const key = limit.per === 'source' ? source : limit.per === 'site' ? site : clientAndSource
          buckets.take(key, context.now())
        }
      },
    }
  }

  if (plan.client_and_source.length === 0) return admit('')
  return whenKnown(clientIdentifierOf(request), (clientId) => {
    const clientAndSource = `${source} ${clientId ?? ''}`
    // The limits per source are checked again: while the body was read, other requests may have been counted.
    return refusal(plan.client_and_source, clientAndSource, { source, clientId }, warnings, context) ?? ofSource() ?? admit(clientAndSource)
  })
}

function take(counted: readonly Counted[], key: string, context: Context): void {
  for (const { buckets } of counted) buckets.take(key, context.now())
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
    throw invalidOption('rate_limit_rate', `The rate ${name} must have a whole burst of at least 1 and more than 0 requests per minute.`)
  }
  return rate
}

function invalidOption(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
