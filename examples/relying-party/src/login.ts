// One login: the authorization request with PKCE, state and nonce, and the exchange of the authorization response for claims. Only the ID
// token is kept, for the sign-out. Of the other tokens, a few leading characters are kept for display.
import * as client from 'openid-client'
import type { PendingLogin } from './session.ts'

export type Claims = Readonly<Record<string, unknown>>

export interface SignedIn {
  readonly idToken: string
  readonly idTokenClaims: Claims
  readonly userInfo: UserInfo
  readonly tokenResponse: {
    readonly tokenType: string
    readonly scope: string | undefined
    readonly expiresIn: number | undefined
  }
  readonly shortenedTokens: readonly ShortenedToken[]
}

export type UserInfo =
  | { readonly outcome: 'received'; readonly claims: Claims }
  | { readonly outcome: 'not offered' }
  | { readonly outcome: 'failed'; readonly error: unknown }

export interface ShortenedToken {
  readonly name: string
  readonly start: string
  readonly length: number
}

export interface LoginRequest {
  readonly redirectUri: string
  readonly scope: string
  readonly responseMode: 'query' | 'form_post'
  /** Parameters that the user chose, such as `prompt`. */
  readonly chosen: ReadonlyMap<string, string>
}

export async function startLogin(provider: client.Configuration, request: LoginRequest): Promise<{ pending: PendingLogin; url: URL }> {
  const maxAge = request.chosen.get('max_age')
  const pending: PendingLogin = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    codeVerifier: client.randomPKCECodeVerifier(),
    prompt: request.chosen.get('prompt'),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
  }
  const url = client.buildAuthorizationUrl(provider, {
    ...Object.fromEntries(request.chosen),
    redirect_uri: request.redirectUri,
    scope: request.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    ...(request.responseMode === 'query' ? {} : { response_mode: request.responseMode }),
  })
  return { pending, url }
}

/**
 * Checks the authorization response (`state`, `iss`) and the ID token (`iss`, `aud`, `nonce`, `exp`, signature),
 * https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation, https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
export async function finishLogin(provider: client.Configuration, callback: URL, pending: PendingLogin): Promise<SignedIn> {
  const tokens = await client.authorizationCodeGrant(provider, callback, {
    pkceCodeVerifier: pending.codeVerifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
    ...(pending.maxAge === undefined ? {} : { maxAge: pending.maxAge }),
  })
  const idTokenClaims = tokens.claims()
  if (tokens.id_token === undefined || idTokenClaims === undefined) throw new TypeError('The token response has no ID token')
  return {
    idToken: tokens.id_token,
    idTokenClaims,
    userInfo: await readUserInfo(provider, tokens.access_token, idTokenClaims.sub),
    tokenResponse: { tokenType: tokens.token_type, scope: tokens.scope, expiresIn: tokens.expires_in },
    shortenedTokens: [
      shorten('access_token', tokens.access_token),
      shorten('id_token', tokens.id_token),
      ...(tokens.refresh_token === undefined ? [] : [shorten('refresh_token', tokens.refresh_token)]),
    ],
  }
}

/** The URL that ends the session at the provider too. @returns undefined when the provider has no end_session_endpoint */
export function endSessionUrl(provider: client.Configuration, idToken: string, postLogoutRedirectUri: string): URL | undefined {
  if (provider.serverMetadata().end_session_endpoint === undefined) return undefined
  return client.buildEndSessionUrl(provider, { id_token_hint: idToken, post_logout_redirect_uri: postLogoutRedirectUri })
}

/** Calls userinfo. A failure is shown and does not undo the login, because the ID token has authenticated the user. */
async function readUserInfo(provider: client.Configuration, accessToken: string, subject: string): Promise<UserInfo> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return { outcome: 'not offered' }
  try {
    return { outcome: 'received', claims: await client.fetchUserInfo(provider, accessToken, subject) }
  } catch (error) {
    return { outcome: 'failed', error }
  }
}

/** The first characters of a token, at most a quarter of it, so that a screenshot of the page is not a credential. */
function shorten(name: string, token: string): ShortenedToken {
  return { name, start: token.slice(0, Math.min(8, Math.floor(token.length / 4))), length: token.length }
}
