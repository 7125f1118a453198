// Leads the browser to the authorization endpoint. What the callback needs is sealed in a cookie of this one request, so that several tabs do
// not disturb one another. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
import { digest, namedCookieHeader, readNamedCookie, redirect } from '@symbolon/core-protocol'
import type { Answer, Context, HttpRequest } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import { callbackPath, consoleClientId, consolePath, freshness } from '../client/client.ts'

/** What a page asks of the sign-in. */
export interface Asked {
  /** The path of the console to return to. */
  readonly returnTo: string
  /** A dangerous act comes next: a fresh proof is needed, with two factors where the user has them. */
  readonly stepUp: boolean
  /** The only user who may sign in. */
  readonly subject?: string | undefined
}

/** A request under way, as its cookie holds it. */
export interface Begun extends Asked {
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
export async function beginSignIn(asked: Asked, context: Context, cookies: readonly string[] = []): Promise<Answer> {
  const { issuer, vendor, randomToken, sealing } = context
  const begun: Begun = {
    ...asked,
    returnTo: ownConsolePath(asked.returnTo),
    state: randomToken(),
    nonce: randomToken(),
    codeVerifier: randomToken(),
  }
  const parameters = new URLSearchParams({
    client_id: consoleClientId(vendor),
    redirect_uri: `${issuer}${callbackPath}`,
    response_type: 'code',
    scope: 'openid',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: digest(begun.codeVerifier),
    code_challenge_method: 'S256',
    ...(asked.stepUp ? { max_age: String(freshness), acr_values: '2' } : {}),
    ...(asked.subject === undefined ? {} : { claims: JSON.stringify({ id_token: { sub: { value: asked.subject } } }) }),
  })
  const sealed = await sealing.seal(JSON.stringify(begun), purpose)
  return redirect(`/oauth/v2/authorize?${parameters.toString()}`, [
    namedCookieHeader(cookieOf(begun.state), sealed, requestLifetime, issuer),
    ...cookies,
  ])
}

/** @returns the request that the state belongs to; undefined if this browser did not send it, or too long ago */
export async function readBegun(request: HttpRequest, state: string, { issuer, sealing }: Context): Promise<Begun | undefined> {
  const sealed = readNamedCookie(request, cookieOf(state), issuer)
  if (sealed === undefined) return undefined
  try {
    const begun: unknown = JSON.parse(await sealing.open(sealed, purpose))
    // The value was sealed by `beginSignIn` alone.
    return isJsonObject(begun) && begun['state'] === state ? (begun as unknown as Begun) : undefined
  } catch {
    return undefined
  }
}

/** @returns a `Set-Cookie` value that forgets the request */
export function forgetBegun(state: string, issuer: string): string {
  return namedCookieHeader(cookieOf(state), '', 0, issuer)
}

function cookieOf(state: string): string {
  return `${cookiePrefix}${digest(state).slice(0, 12)}`
}

/** A path of the console; anything else leads to its first page. "//" and a backslash would lead to another server. */
export function ownConsolePath(path: string): string {
  return /^\/ui\/console(?:[/?][\w./~?=&%:@+,-]*)?$/.test(path) && !path.includes('//') ? path : consolePath
}
