// The relying party: signs users in at an OpenID Provider with openid-client. The sign-in is bound to `state`, `nonce` and PKCE, the ID
// token is verified by its signature, and its `sub` is the identity. Tokens are used here and then dropped.
// https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth, https://www.rfc-editor.org/rfc/rfc9700#section-2.1
import * as openid from 'openid-client'
import { ExternalSignInRefused } from '../identity/external-identity.ts'
import { identityFromClaims } from '../identity/from-claims.ts'
import type { ClaimRules, Claims } from '../identity/from-claims.ts'
import { clockSkewOf } from './clock-skew.ts'
import { orRefuse } from './refusal.ts'
import type { ClientServices, SignInChecks, SignInClient, SignInStart } from './sign-in.ts'

/** How users sign in at one OpenID Provider. */
export interface OidcSettings {
  /** https://openid.net/specs/openid-connect-discovery-1_0.html#IssuerDiscovery */
  readonly issuer: string
  readonly clientId: string
  /** Gives the client secret; undefined for a public client. */
  readonly clientSecret: (services: ClientServices) => Promise<string | undefined>
  readonly scopes: readonly string[]
  readonly responseMode: 'query' | 'form_post'
  /** Additional parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
  /**
   * How the provider is asked to authenticate the user again: `auth_time` where the ID token then states the time, as OpenID Connect demands;
   * parameters where the provider does not state it.
   */
  readonly reauthentication: 'auth_time' | Readonly<Record<string, string>>
  /** Whether claims are read from the userinfo endpoint as well. */
  readonly userinfo: boolean
  /** Checks the claims of the ID token. @throws ExternalSignInRefused `wrong_tenant` */
  readonly checkClaims?: (claims: Claims) => void
  /** The id of the account. Default: the claim `sub`. */
  readonly externalIdOf?: (claims: Claims) => string | undefined
  /** Claims for display that came in the response next to the ID token, unsigned. */
  readonly unsignedClaims?: (response: URLSearchParams) => Claims
  readonly isEmailVerified?: (claims: Claims) => boolean
}

/** Milliseconds for which the start of a sign-in uses discovered metadata. The callback discovers it again. */
const metadataLifetime = 300_000
/** Seconds that `auth_time` may lie before the sign-in began: clocks differ. */
const clockTolerance = 30

/** Creates the two calls of an OpenID Connect provider. */
export function oidcClient(settings: OidcSettings, rules: ClaimRules): SignInClient {
  let discovered: { readonly configuration: Promise<openid.Configuration>; readonly at: number } | undefined

  /** Sign-ins that start at the same time share one request. */
  async function recentMetadata(services: ClientServices): Promise<openid.Configuration> {
    const now = services.now()
    const known = discovered
    if (known !== undefined && Math.abs(now - known.at) < metadataLifetime) return await known.configuration
    const discovery = { configuration: discover(settings, services), at: now }
    discovered = discovery
    return await discovery.configuration.catch((error: unknown) => {
      if (discovered === discovery) discovered = undefined
      throw error
    })
  }

  return {
    issuer: settings.issuer,
    responseMode: settings.responseMode,
    start: async (start, services) => await authorizationUrl(await recentMetadata(services), settings, start),
    sendsIssuer: async (services) =>
      (await recentMetadata(services)).serverMetadata().authorization_response_iss_parameter_supported === true,
    async finish(response, checks, services) {
      const configuration = await discover(settings, services)
      const claims = await verifiedClaims(configuration, response, checks, settings)
      settings.checkClaims?.(claims)
      const externalId = settings.externalIdOf === undefined ? claims['sub'] : settings.externalIdOf(claims)
      if (typeof externalId !== 'string' || externalId === '' || new TextEncoder().encode(externalId).length > 1000) {
        throw new ExternalSignInRefused('failed', 'The ID token does not name the account.')
      }
      const { isEmailVerified } = settings
      const all = { ...settings.unsignedClaims?.(response), ...claims }
      const identity = identityFromClaims(externalId, all, isEmailVerified === undefined ? rules : { ...rules, isEmailVerified })
      const { auth_time: at } = claims
      return typeof at === 'number' ? { ...identity, authenticatedAt: at * 1000 } : identity
    },
  }
}

async function discover(settings: OidcSettings, services: ClientServices): Promise<openid.Configuration> {
  const { issuer, clientId } = settings
  const secret = await settings.clientSecret(services)
  return await orRefuse(
    async () =>
      await openid.discovery(
        new URL(issuer),
        clientId,
        { [openid.clockSkew]: clockSkewOf(services.now) },
        secret === undefined ? openid.None() : clientAuthentication(secret),
        {
          [openid.customFetch]: async (url, init) => await services.fetch(url, { ...init, body: bodyOf(init.body) }),
          // The guard decides which servers may be reached without TLS. The ID token is verified by its signature in any case.
          // oxlint-disable-next-line typescript/no-deprecated -- The library marks it as deprecated only to draw attention to it.
          execute: [openid.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [])],
          timeout: 5,
        },
      ),
  )
}

/** `client_secret_basic` is the default of the specification, and is used unless the provider takes `client_secret_post` alone. */
function clientAuthentication(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, ...given) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const chosen = methods.includes('client_secret_basic') || !methods.includes('client_secret_post') ? basic : post
    chosen(server, ...given)
  }
}

function bodyOf(body: openid.FetchBody): BodyInit | null {
  return body instanceof URLSearchParams || typeof body === 'string' ? body : null
}

async function authorizationUrl(configuration: openid.Configuration, settings: OidcSettings, start: SignInStart): Promise<URL> {
  const { scopes, responseMode, parameters } = settings
  const challenge = await openid.calculatePKCECodeChallenge(start.codeVerifier)
  return await orRefuse(async () =>
    openid.buildAuthorizationUrl(configuration, {
      ...parameters,
      ...(start.maxAge === undefined ? {} : askingFor(start.maxAge, settings)),
      ...(responseMode === 'query' ? {} : { response_mode: responseMode }),
      ...(start.loginHint === undefined ? {} : { login_hint: start.loginHint }),
      redirect_uri: start.redirectUri,
      scope: [...new Set(['openid', ...scopes])].join(' '),
      state: start.state,
      nonce: start.nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }),
  )
}

/** https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest (`max_age`) */
function askingFor(maxAge: number, { reauthentication }: OidcSettings): Readonly<Record<string, string>> {
  if (reauthentication !== 'auth_time') return reauthentication
  // Some providers do not read the age 0 as a demand to ask again.
  return { max_age: String(maxAge), ...(maxAge === 0 ? { prompt: 'login' } : {}) }
}

/** The claims of the ID token and of the userinfo endpoint. The claims of the ID token win: they are signed. */
async function verifiedClaims(
  configuration: openid.Configuration,
  response: URLSearchParams,
  { redirectUri, state, nonce, codeVerifier, freshSince }: SignInChecks,
  settings: OidcSettings,
): Promise<Claims> {
  const url = new URL(redirectUri)
  url.search = response.toString()
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true }
  const tokens = await orRefuse(async () => await openid.authorizationCodeGrant(configuration, url, checks))
  const claims = tokens.claims()
  if (claims === undefined) throw new ExternalSignInRefused('failed', 'There is no ID token.')
  if (freshSince !== undefined && settings.reauthentication === 'auth_time') checkFresh(claims, freshSince)
  if (!settings.userinfo || configuration.serverMetadata().userinfo_endpoint === undefined) return { ...claims }
  const userinfo = await orRefuse(async () => await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  // An address and the word that it is verified belong together.
  const { email: _email, email_verified: _verified, ...withoutEmail } = userinfo
  return { ...(claims['email'] === undefined ? userinfo : withoutEmail), ...claims }
}

/** https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest (`max_age`: the ID token then must include `auth_time`) */
function checkFresh({ auth_time: at }: openid.IDToken, freshSince: number): void {
  if (typeof at !== 'number' || at < Math.floor(freshSince / 1000) - clockTolerance) {
    throw new ExternalSignInRefused('failed', 'The identity provider authenticated the user too long ago, or says no auth_time.')
  }
}
