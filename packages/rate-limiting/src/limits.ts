// Which requests are counted, by whom, and how many there may be. Requests that fail where somebody could be guessing have tighter
// limits of their own: what an honest application does all day must not wait for what a guesser does.
import { authorizationResumePath } from '@symbolon/core-protocol'
import type { AnyEndpoint, GivenAnswer, Registry } from '@symbolon/core-protocol'
import type { Rate } from './token-buckets.ts'

export type LimitName = 'key_set' | 'token' | 'client_authentication' | 'inactive_token' | 'refusal' | 'sign_in' | 'login'

export interface Limit {
  readonly name: LimitName
  readonly guards: (endpoint: AnyEndpoint, registry: Registry) => boolean
  /** Absent: every method. */
  readonly method?: 'POST'
  readonly per: 'source' | 'client_and_source'
  /** Which answers count; absent, every request does. */
  readonly counts?: (answer: GivenAnswer) => boolean
}

export const limits: readonly Limit[] = [
  {
    name: 'key_set',
    guards: ({ member, path }) => member === 'jwks_uri' || path === '/.well-known/openid-configuration',
    per: 'source',
  },
  { name: 'token', guards: ({ member }) => member === 'token_endpoint', per: 'source' },
  {
    // Per client, so that one application with a wrong secret does not stop its neighbours; and per source, so that strangers cannot
    // lock a client out.
    name: 'client_authentication',
    guards: authenticatesClients,
    per: 'client_and_source',
    counts: ({ status }) => status === 401,
  },
  {
    // An API asks about what strangers send it: it has room for many of them, since whoever is refused here knows no token at all.
    name: 'inactive_token',
    guards: ({ member }) => member === 'introspection_endpoint',
    per: 'client_and_source',
    counts: ({ worthless }) => worthless === true,
  },
  {
    name: 'refusal',
    guards: (endpoint) => authenticatesClients(endpoint) || takesBearerTokens(endpoint),
    per: 'source',
    counts: ({ status }) => status === 400 || status === 401,
  },
  {
    name: 'sign_in',
    guards: (endpoint, registry) => isFrontChannel(endpoint) || isLoginStep(endpoint, registry),
    per: 'source',
  },
  {
    // A form that was refused leads back to its page, with a redirect like one that was not.
    name: 'login',
    guards: isLoginStep,
    method: 'POST',
    per: 'source',
    counts: ({ status, worthless }) => worthless === true || (status >= 400 && status < 500),
  },
]

export const defaultRates: Readonly<Record<LimitName, Rate>> = {
  key_set: { burst: 300, perMinute: 600 },
  token: { burst: 600, perMinute: 1200 },
  client_authentication: { burst: 20, perMinute: 20 },
  inactive_token: { burst: 3000, perMinute: 3000 },
  refusal: { burst: 300, perMinute: 300 },
  sign_in: { burst: 1000, perMinute: 3000 },
  login: { burst: 100, perMinute: 30 },
}

function authenticatesClients({ member }: AnyEndpoint): boolean {
  return member === 'token_endpoint' || member === 'introspection_endpoint' || member === 'revocation_endpoint'
}

/** Userinfo, and the administrative endpoints: who reads personal access tokens verifies tokens that somebody presents. */
function takesBearerTokens({ stores }: AnyEndpoint): boolean {
  return stores.includes('personalAccessTokens')
}

function isFrontChannel({ member, path }: AnyEndpoint): boolean {
  return member === 'authorization_endpoint' || member === 'end_session_endpoint' || path === authorizationResumePath
}

/** Static files of the login stand under its path, too; they need no store. */
function isLoginStep({ path, stores }: AnyEndpoint, { login }: Registry): boolean {
  return login !== undefined && stores.length > 0 && (path === login.path || path.startsWith(`${login.path}/`))
}
