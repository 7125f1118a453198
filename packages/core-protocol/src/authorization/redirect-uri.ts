// Which redirect URIs of a client may be used. URIs are compared byte for byte before they are parsed: a URL parser would repair, fold and
// normalise an attacker's URI into a registered one.
// https://www.rfc-editor.org/rfc/rfc9700#section-2.1, https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
import type { Client } from '../ports/client.ts'

/** Whether `redirectUri` may be used by the client: registered, and of a scheme that may be used. */
export function isUsableRedirectUri(redirectUri: string, client: Client): boolean {
  return isRegisteredRedirectUri(redirectUri, client) && isUsableScheme(redirectUri, client)
}

/** Whether the client has registered `redirectUri`, whether it may be used or not. */
export function isRegisteredRedirectUri(redirectUri: string, client: Client): boolean {
  return isOneOf(client.redirectUris, redirectUri, client)
}

function isOneOf(registered: readonly string[], uri: string, { applicationType }: Client): boolean {
  return registered.includes(uri) || (applicationType === 'native' && registered.some((each) => differsInLoopbackPort(each, uri)))
}

/**
 * Whether a browser may be sent there after a sign-out: one of the URIs that the client registered for this purpose.
 * https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
 */
export function isUsablePostLogoutRedirectUri(uri: string, client: Client): boolean {
  // Only a native client may have a private-use scheme. A browser is never redirected to a scheme that runs scripts, even if it is
  // registered.
  const openable = client.applicationType === 'native' ? /^(?!javascript:|vbscript:|data:)[a-z][a-z0-9+.-]*:/i : /^https?:\/\//i
  return isOneOf(client.postLogoutRedirectUris, uri, client) && openable.test(uri) && isUsableScheme(uri, client)
}

/**
 * "The authorization server MUST allow any port to be specified at the time of the request for loopback IP redirect URIs."
 * https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 */
function differsInLoopbackPort(registered: string, presented: string): boolean {
  const form = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::[0-9]{1,5})?(\/[^\s]*)?$/
  const [own, other] = [form.exec(registered), form.exec(presented)]
  // The expression admits ports above 65535, which are not URLs.
  return URL.canParse(presented) && own !== null && other !== null && own[1] === other[1] && (own[2] ?? '') === (other[2] ?? '')
}

/** Plain http travels in the clear: only to loopback, for native clients or in development. https://www.rfc-editor.org/rfc/rfc9700#section-2.6 */
export function isUsableScheme(redirectUri: string, client: Pick<Client, 'applicationType' | 'devMode'>): boolean {
  if (!/^http:/i.test(redirectUri) || client.devMode) return true
  return client.applicationType === 'native' && /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:|\/|$)/.test(redirectUri)
}
