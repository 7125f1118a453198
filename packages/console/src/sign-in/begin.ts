// Leads the browser to the authorization endpoint. What the callback needs is sealed in a cookie of this one request, so that several tabs do
// not disturb one another. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
import { digest, namedCookieHeader, readNamedCookie, redirect } from '@symbolon/core-protocol'
import type { Answer, Context, HttpRequest } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import { callbackPath, consoleClientId, consolePath, freshness } from '../client/client.ts'

/** The request of a page for a sign-in. */
export interface SignInRequest {
  /** The path of the console to return to. */
  readonly returnTo: string
  /** A dangerous act comes next: a fresh proof is needed, with two factors where the user has them. */
  readonly stepUp: boolean
  /** The only user who may sign in. */
  readonly subject?: string | undefined
}

/** A request under way, as its cookie holds it. */
export interface PendingSignIn extends SignInRequest {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Seconds that a user has for the sign-in. */
const requestLifetime = 1800

const cookiePrefix = 'symbolon-console-request-'
const purpose = 'console request'

/**
 * @param cookies further `Set-Cookie` values
 * @returns the redirect to the authorization endpoint, with the cookie of this request
 */
export async function beginSignIn(signIn: SignInRequest, context: Context, cookies: readonly string[] = []): Promise<Answer> {
  const { issuer, vendor, randomToken, sealing } = context
  const pendingSignIn: PendingSignIn = {
    ...signIn,
    returnTo: ownConsolePath(signIn.returnTo),
    state: randomToken(),
    nonce: randomToken(),
    codeVerifier: randomToken(),
  }
  const parameters = new URLSearchParams({
    client_id: consoleClientId(vendor),
    redirect_uri: `${issuer}${callbackPath}`,
    response_type: 'code',
    scope: 'openid',
    state: pendingSignIn.state,
    nonce: pendingSignIn.nonce,
    code_challenge: digest(pendingSignIn.codeVerifier),
    code_challenge_method: 'S256',
    ...(signIn.stepUp ? { max_age: String(freshness), acr_values: '2' } : {}),
    ...(signIn.subject === undefined ? {} : { claims: JSON.stringify({ id_token: { sub: { value: signIn.subject } } }) }),
  })
  const sealed = await sealing.seal(JSON.stringify(pendingSignIn), purpose)
  return redirect(`/oauth/v2/authorize?${parameters.toString()}`, [
    namedCookieHeader(cookieOf(pendingSignIn.state), sealed, requestLifetime, issuer),
    ...cookies,
  ])
}

/** @returns the request that the state belongs to; undefined if this browser did not send it, or too long ago */
export async function readPendingSignIn(
  request: HttpRequest,
  state: string,
  { issuer, sealing }: Context,
): Promise<PendingSignIn | undefined> {
  const sealed = readNamedCookie(request, cookieOf(state), issuer)
  if (sealed === undefined) return undefined
  try {
    const pendingSignIn: unknown = JSON.parse(await sealing.open(sealed, purpose))
    // The value was sealed by `beginSignIn` alone.
    return isJsonObject(pendingSignIn) && pendingSignIn['state'] === state ? (pendingSignIn as unknown as PendingSignIn) : undefined
  } catch {
    return undefined
  }
}

/** @returns a `Set-Cookie` value that forgets the request */
export function forgetPendingSignIn(state: string, issuer: string): string {
  return namedCookieHeader(cookieOf(state), '', 0, issuer)
}

function cookieOf(state: string): string {
  return `${cookiePrefix}${digest(state).slice(0, 12)}`
}

/** A path of the console; anything else leads to its first page. "//" and a backslash would lead to another server. */
export function ownConsolePath(path: string): string {
  return /^\/ui\/console(?:[/?][\w./~?=&%:@+,-]*)?$/.test(path) && !path.includes('//') ? path : consolePath
}
