// Checks the addresses that a page links or posts to. Escaping does not make an address harmless: `javascript:alert(1)` holds nothing
// to escape. An address that fails is a mistake of the caller, so each function throws a TypeError.

/**
 * A path on this server, for links and forms of the login.
 *
 * Browsers read a backslash as a slash, and drop tabs and line breaks before they parse the path:
 * https://url.spec.whatwg.org/#concept-basic-url-parser
 *
 * @throws TypeError when the path could lead to another origin
 */
export const ownPath = (path: string): string => {
  if (!/^\/(?![/\\])/.test(path) || /[\t\n\r]/.test(path)) throw new TypeError('A page may only lead to a path of this server')
  return path
}

/**
 * An address of an application, for links: a web address, or the private-use scheme of a native app.
 *
 * @throws TypeError for a scheme that the browser runs or shows by itself, and for text that is not an absolute URL
 */
export const applicationAddress = (address: string): string => {
  if (URL.canParse(address) && !/[\s\p{Cc}]/u.test(address) && !/^(?:javascript|data|vbscript|blob|file|about|view-source):/i.test(address)) return address
  throw new TypeError('A page can only lead on to an application')
}

/**
 * The redirect URI that an authorization response is posted to.
 * https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html#FormPostResponseMode
 *
 * @throws TypeError when the address is not an absolute http or https URL
 */
export const postAddress = (address: string): string => {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address
  throw new TypeError('An answer can only be posted to an http or https address')
}
