// An OpenID Provider whose responses a test chooses, so that it can violate every rule. It makes the checks that a relying party has to pass:
// client authentication, PKCE, and single use of the code.
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'

type Json = Readonly<Record<string, unknown>>
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>

export const issuer = 'https://upstream.example'
export const clientId = 'symbolon'
export const clientSecret = 'upstream secret'
export const redirectUri = 'https://id.example/ui/login/external/callback/upstream'

/** What a test changes of the answers. */
export interface UpstreamOptions {
  readonly issuer?: string
  readonly metadata?: Json
  /** Members of the ID token; `undefined` leaves one out. */
  readonly claims?: Json
  readonly userinfo?: Json
  /** How userinfo is answered. Default: as JSON. */
  readonly userinfoAs?: 'json' | 'jwt'
  /** Members of the token response. */
  readonly tokens?: Json
  /** How the ID token is signed: with the published key, one that is not published, or not at all. */
  readonly signing?: 'published' | 'unpublished' | 'none'
  readonly authorizationResponse?: Readonly<Record<string, string>>
  /** Whether the client has authenticated itself. Default: by `client_secret_basic`. */
  readonly authenticates?: (form: URLSearchParams, headers: Headers) => boolean | Promise<boolean>
}

export interface Upstream {
  /** The requests that were received, such as `POST /token`. */
  readonly requests: string[]
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The user signs in and consents. @returns the authorization response */
  authorize(url: URL): URLSearchParams
  /** Replaces the signing key. */
  rotate(): Promise<void>
  options: UpstreamOptions
}

export async function createUpstream(now: () => number, options: UpstreamOptions = {}): Promise<Upstream> {
  let key = { kid: 'key-1', pair: await generateKeyPair('ES256') }
  const other = await generateKeyPair('ES256')
  const codes = new Map<string, URLSearchParams>()
  const requests: string[] = []

  const upstream: Upstream = {
    requests,
    options,
    authorize(url) {
      const code = `code-${codes.size}`
      codes.set(code, url.searchParams)
      return new URLSearchParams({
        code,
        state: url.searchParams.get('state') ?? '',
        iss: issuerOf(upstream.options),
        ...upstream.options.authorizationResponse,
      })
    },
    async rotate() {
      key = { kid: 'key-2', pair: await generateKeyPair('ES256') }
    },
    async fetch(address, init) {
      const url = new URL(address)
      requests.push(`${init.method ?? 'GET'} ${url.pathname}`)
      const { options: given } = upstream
      if (url.pathname.endsWith('/.well-known/openid-configuration')) return Response.json(metadataOf(given))
      switch (url.pathname) {
        case '/keys':
          return Response.json({ keys: [{ ...(await exportJWK(key.pair.publicKey)), kid: key.kid, alg: 'ES256', use: 'sig' }] })
        case '/token': {
          const form = new URLSearchParams(typeof init.body === 'string' ? init.body : (init.body as URLSearchParams))
          const request = codes.get(form.get('code') ?? '')
          codes.delete(form.get('code') ?? '')
          const authenticates = given.authenticates ?? byBasic
          if (!(await authenticates(form, new Headers(init.headers)))) return Response.json({ error: 'invalid_client' }, { status: 401 })
          if (request === undefined || (await challengeOf(form.get('code_verifier') ?? '')) !== request.get('code_challenge')) {
            return Response.json({ error: 'invalid_grant' }, { status: 400 })
          }
          if (form.get('redirect_uri') !== request.get('redirect_uri')) return Response.json({ error: 'invalid_grant' }, { status: 400 })
          const claims = idTokenClaims(request, now, given)
          const pair = given.signing === 'unpublished' ? other : key.pair
          const idToken = given.signing === 'none' ? new UnsecuredJWT(claims).encode() : await sign(claims, key.kid, pair)
          return Response.json({
            access_token: 'upstream access token',
            token_type: 'Bearer',
            expires_in: 60,
            id_token: idToken,
            ...given.tokens,
          })
        }
        case '/userinfo':
          return await userinfoOf(given, async (claims) => await sign(claims, key.kid, key.pair))
        default:
          return new Response(null, { status: 404 })
      }
    },
  }
  return upstream
}

/** https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse */
async function userinfoOf(
  { userinfo, userinfoAs = 'json' }: UpstreamOptions,
  signed: (claims: JWTPayload) => Promise<string>,
): Promise<Response> {
  const claims = { sub: 'sub-1', ...userinfo }
  if (userinfoAs === 'json') return Response.json(claims)
  const body = await signed({ ...claims, iss: issuer, aud: clientId })
  return new Response(body, { headers: { 'content-type': 'application/jwt' } })
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function byBasic(_form: URLSearchParams, headers: Headers): boolean {
  const secret = encodeURIComponent(clientSecret).replaceAll('%20', '+')
  return headers.get('authorization') === `Basic ${btoa(`${clientId}:${secret}`)}`
}

function issuerOf({ issuer: given = issuer }: UpstreamOptions): string {
  return given
}

function metadataOf(options: UpstreamOptions): Json {
  return {
    issuer: issuerOf(options),
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
    ...options.metadata,
  }
}

function idTokenClaims(request: URLSearchParams, now: () => number, options: UpstreamOptions): JWTPayload {
  const at = Math.floor(now() / 1000)
  const usual = { iss: issuerOf(options), aud: clientId, sub: 'sub-1', iat: at, exp: at + 60, nonce: request.get('nonce') ?? undefined }
  const claims: Json = { ...usual, ...options.claims }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

async function sign(claims: JWTPayload, kid: string, { privateKey }: KeyPair): Promise<string> {
  return await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
}

async function challengeOf(verifier: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
