// Escaping does not make an address harmless: `javascript:alert(1)` holds nothing to escape. Links and forms of ours stay on our
// origin, and an answer is posted over HTTP only. Anything else is a mistake of the caller.

/**
 * Backslashes count as slashes, and tabs and line breaks are dropped, before a browser reads a path:
 * https://url.spec.whatwg.org/#concept-basic-url-parser
 *
 * @throws TypeError when the address could lead to another origin
 */
export const ownPath = (path: string): string => {
  if (!/^\/(?![/\\])/.test(path) || /[\t\n\r]/.test(path)) throw new TypeError('A page may only lead to a path of this server')
  return path
}

/**
 * An address of an application: of the web, or of the scheme of a native app. Those that a browser runs or shows by itself are none.
 *
 * @throws TypeError for any other
 */
export const applicationAddress = (address: string): string => {
  if (URL.canParse(address) && !/[\s\p{Cc}]/u.test(address) && !/^(?:javascript|data|vbscript|blob|file|about|view-source):/i.test(address)) return address
  throw new TypeError('A page can only lead on to an application')
}

/**
 * The answer travels "via the HTTP POST method": https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html#FormPostResponseMode
 *
 * @throws TypeError when the address is not an absolute one of http or https
 */
export const postAddress = (address: string): string => {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address
  throw new TypeError('An answer can only be posted to an http or https address')
}
