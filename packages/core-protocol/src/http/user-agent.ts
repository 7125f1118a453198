// Cookies: one for the sessions of the browser, one for the users who completed a sign-in in it, one for each pending authorization request.
// Names and `Secure` follow the issuer's scheme, not the listener's, so that a proxy that terminates TLS changes nothing.
// https://www.rfc-editor.org/rfc/rfc6265, `__Host-`: https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3.2
// `__Host-` keeps other hosts of the domain from setting the cookie, and demands the path `/`. Issuers of one origin, which differ in their paths,
// are therefore kept apart by the names. The name of a request's cookie holds the id of the request, which is unique, so that the limit below
// holds for all issuers of an origin together.
import { digest } from '../crypto/digest.ts'
import type { HttpRequest } from './request.ts'

/** At most so many requests under way are known of one browser; the oldest are forgotten, so that headers stay small. */
const pendingRequestLimit = 16
const sessionCookie = 'symbolon-session'
const knownBrowserCookie = 'symbolon-browser'
const requestCookiePrefix = 'symbolon-request-'

/** A cookie as the browser sent it. */
export interface UserAgentCookie {
  readonly name: string
  readonly value: string
}

/** The value of a cookie of another part, such as a console; undefined also where two cookies have the name. */
export function readNamedCookie(request: HttpRequest, name: string, issuer: string): string | undefined {
  return readCookie(request, ownName(name, issuer))
}

/** @returns a `Set-Cookie` value for a cookie of another part; `maxAge` in seconds, 0 ends it */
export function namedCookieHeader(name: string, value: string, maxAge: number, issuer: string): string {
  return setCookie(ownName(name, issuer), value, maxAge, issuer)
}

/** The secret of the browser's session cookie. */
export function readSessionCookie(request: HttpRequest, issuer: string): string | undefined {
  return readCookie(request, ownName(sessionCookie, issuer))
}

/** @returns a `Set-Cookie` value that keeps the secret for `maxAge` seconds */
export function sessionCookieHeader(secret: string, maxAge: number, issuer: string): string {
  return setCookie(ownName(sessionCookie, issuer), secret, maxAge, issuer)
}

/** @returns a `Set-Cookie` value that ends all sessions of the browser on its side */
export function endSessionCookieHeader(issuer: string): string {
  return setCookie(ownName(sessionCookie, issuer), '', 0, issuer)
}

/** The secret by which the browser is known to people who completed a sign-in in it, signed out or not. */
export function readKnownBrowserCookie(request: HttpRequest, issuer: string): string | undefined {
  return readCookie(request, ownName(knownBrowserCookie, issuer))
}

/** @returns a `Set-Cookie` value that keeps the secret for `maxAge` seconds, also after a sign-out */
export function knownBrowserCookieHeader(secret: string, maxAge: number, issuer: string): string {
  return setCookie(ownName(knownBrowserCookie, issuer), secret, maxAge, issuer)
}

/** The secret that binds this browser to the authorization request. */
export function readRequestCookie(request: HttpRequest, requestId: string, issuer: string): string | undefined {
  return readCookie(request, hostName(requestCookiePrefix + requestId, issuer))
}

/** @returns the `Set-Cookie` values that bind the browser to the request, and forget the oldest ones beyond the limit */
export function requestCookieHeaders(request: HttpRequest, requestId: string, secret: string, maxAge: number, issuer: string): string[] {
  const prefix = hostName(requestCookiePrefix, issuer)
  const known = cookies(request)
    .map(({ name }) => name)
    .filter((name) => name.startsWith(prefix))
  // Browsers send the oldest cookie first. https://www.rfc-editor.org/rfc/rfc6265#section-5.4
  const forgotten = known.slice(0, Math.max(0, known.length + 1 - pendingRequestLimit))
  return [...forgotten.map((name) => setCookie(name, '', 0, issuer)), setCookie(prefix + requestId, secret, maxAge, issuer)]
}

/** @returns a `Set-Cookie` value that forgets the request */
export function endRequestCookieHeader(requestId: string, issuer: string): string {
  return setCookie(hostName(requestCookiePrefix + requestId, issuer), '', 0, issuer)
}

/**
 * The token that forms of the request carry against cross-site posts. It follows from the secret of the request's cookie,
 * which no other site can read. https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function csrfToken(requestSecret: string): string {
  return digest(`csrf ${requestSecret}`)
}

function readCookie(request: HttpRequest, name: string): string | undefined {
  const values = cookies(request).filter((cookie) => cookie.name === name)
  // Two cookies with the same name. Another host of the domain set one of them, and the request does not show which.
  return values.length === 1 ? values[0]?.value : undefined
}

function cookies(request: HttpRequest): UserAgentCookie[] {
  const header = request.header('cookie') ?? ''
  return header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }]
  })
}

function setCookie(name: string, value: string, maxAge: number, issuer: string): string {
  const secure = isHttps(issuer) ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

function hostName(name: string, issuer: string): string {
  return isHttps(issuer) ? `__Host-${name}` : name
}

/** The name of a cookie of which each issuer has one. */
function ownName(name: string, issuer: string): string {
  const path = issuer.indexOf('/', 'https://'.length)
  return hostName(path === -1 ? name : `${name}-${digest(issuer.slice(path)).slice(0, 12)}`, issuer)
}

function isHttps(issuer: string): boolean {
  return issuer.startsWith('https:')
}
