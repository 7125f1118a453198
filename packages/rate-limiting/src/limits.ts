// The limits: which requests each one counts, and at which rate. Failures have separate limits, tighter than the limits of all requests,
// so that an attacker who guesses does not use up what honest clients need.
import type { AnyEndpoint, CallingUser, GivenAnswer, Rate, RequestContent } from '@symbolon/core-protocol'

/** The names of the limits. They are in the log and in the option `rates`. */
export type LimitName =
  | 'key_set'
  | 'token'
  | 'client_request'
  | 'client_authentication'
  | 'inactive_token'
  | 'refusal'
  | 'sign_in'
  | 'login'
  | 'login_site'
  | 'management_change'
  | 'management_read'
  | 'organization_read'
  | 'client_tokens'
  | 'organization_tokens'

/** One limit. */
export interface Limit {
  readonly name: LimitName
  /** Whether the limit applies to the endpoint. */
  readonly guards: (endpoint: AnyEndpoint) => boolean
  /** By default every method. */
  readonly method?: 'POST'
  /**
   * What shares one count: an address, the network that an internet provider gives one site, a client at an address, the user who calls,
   * whatever the address and the token, the organization of that user, or the client that is issued tokens, and the organization that owns it,
   * whatever the address.
   */
  readonly per: 'source' | 'site' | 'client_and_source' | 'caller' | 'caller_organization' | 'client' | 'organization'
  /** The operation of callers that the limit counts. Only together with `caller` and `caller_organization`. */
  readonly does?: CallingUser['does']
  /** Which responses count. By default every request counts, before it is answered. */
  readonly counts?: (answer: GivenAnswer) => boolean
}

/** All limits. */
export const limits: readonly Limit[] = [
  {
    name: 'key_set',
    guards: ({ member, path }) =>
      member === 'jwks_uri' || /^\/\.well-known\/(?:openid-configuration$|oauth-authorization-server\/)/.test(path),
    per: 'source',
  },
  { name: 'token', guards: issuesTokens, per: 'source' },
  // Such a request stores a row, such as a pushed request or the codes of a device, also for a client without a secret.
  { name: 'client_request', guards: takesRequestsOfClients, per: 'source' },
  {
    // Per client, so that an application with a wrong secret does not stop others at the same address; and per source, so that an
    // attacker cannot lock a client out.
    name: 'client_authentication',
    guards: taking('client_authentication'),
    per: 'client_and_source',
    counts: ({ status }) => status === 401,
  },
  {
    // A resource server introspects whatever its callers send, so many inactive tokens are normal.
    name: 'inactive_token',
    guards: ({ member }) => member === 'introspection_endpoint',
    per: 'client_and_source',
    counts: ({ unsuccessful }) => unsuccessful === true,
  },
  {
    name: 'refusal',
    guards: taking('client_authentication', 'bearer_token'),
    per: 'source',
    counts: ({ status, unsuccessful }) => unsuccessful !== false && (status === 400 || status === 401 || status === 403),
  },
  {
    name: 'sign_in',
    guards: taking('browser', 'form'),
    per: 'source',
  },
  {
    // A refused form redirects back to its page, so its status is that of a success.
    name: 'login',
    guards: taking('form'),
    method: 'POST',
    per: 'source',
    counts: ({ status, unsuccessful }) => unsuccessful ?? (status >= 400 && status < 500),
  },
  {
    // A host with an IPv6 /48 has 65,536 sources. An office that shares one has many users who mistype.
    name: 'login_site',
    guards: taking('form'),
    method: 'POST',
    per: 'site',
    counts: ({ status, unsuccessful }) => unsuccessful ?? (status >= 400 && status < 500),
  },
  // The endpoint reports the caller once it knows.
  { name: 'management_change', guards: taking('bearer_token'), per: 'caller', does: 'change' },
  // A read holds up every other request for a millisecond or more. However many users a tenant creates, they share one count.
  { name: 'management_read', guards: taking('bearer_token'), per: 'caller', does: 'read' },
  { name: 'organization_read', guards: taking('bearer_token'), per: 'caller_organization', does: 'read' },
  // With the lifetime of tokens they bound how many of a client and of an organization are alive: the rows of tokens are never counted.
  { name: 'client_tokens', guards: issuesTokens, per: 'client' },
  { name: 'organization_tokens', guards: issuesTokens, per: 'organization' },
]

/** The rates that apply unless the option `rates` replaces them. */
export const defaultRates: Readonly<Record<LimitName, Rate>> = {
  key_set: { burst: 300, perMinute: 600 },
  token: { burst: 600, perMinute: 1200 },
  client_request: { burst: 600, perMinute: 1200 },
  client_authentication: { burst: 20, perMinute: 20 },
  inactive_token: { burst: 3000, perMinute: 3000 },
  refusal: { burst: 300, perMinute: 300 },
  sign_in: { burst: 1000, perMinute: 3000 },
  login: { burst: 100, perMinute: 30 },
  login_site: { burst: 400, perMinute: 120 },
  management_change: { burst: 600, perMinute: 600 },
  management_read: { burst: 3000, perMinute: 3000 },
  organization_read: { burst: 6000, perMinute: 6000 },
  client_tokens: { burst: 15_000, perMinute: 15_000 },
  organization_tokens: { burst: 30_000, perMinute: 30_000 },
}

function issuesTokens({ member }: AnyEndpoint): boolean {
  return member === 'token_endpoint'
}

/** The first has a separate limit. Resource servers introspect as often as they are called, and a client revokes as often as its users sign out. */
const otherMembers: readonly AnyEndpoint['member'][] = ['token_endpoint', 'introspection_endpoint', 'revocation_endpoint']

/** Endpoints at which clients authenticate for other purposes than tokens, of whatever package. */
function takesRequestsOfClients({ takes, member }: AnyEndpoint): boolean {
  return takes === 'client_authentication' && !otherMembers.includes(member)
}

/** @returns whether an endpoint takes one of these */
function taking(...contents: readonly RequestContent[]): Limit['guards'] {
  return ({ takes }) => contents.includes(takes)
}
