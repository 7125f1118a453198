// Markup, and the untrusted values in it: names and addresses. Markup is text that went through the escaping template `html`. A plain string
// in a template is always escaped, and nothing in this package calls `raw`.
import { html } from 'hono/html'

/** Escaped HTML: what the template `html` returns. */
export type Markup = ReturnType<typeof html>

/**
 * Turns the markup of a whole page into a string.
 *
 * @throws TypeError when a template holds a promise: every value of a page is known before it is rendered
 */
export function toDocument(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('A page holds a promise')
  return markup.toString()
}

/**
 * Control characters, and the characters that change the direction of text:
 * https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
const invisible = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu

/**
 * More than six combining or invisible characters in a row. Stacked marks cover the lines above and below. Invisible characters count as
 * well, because marks could be hidden between them. Six leave room for flags, which are spelled in invisible tags.
 */
const stackedMarks = /([\p{M}\p{Default_Ignorable_Code_Point}]{6})[\p{M}\p{Default_Ignorable_Code_Point}]+/gu

/**
 * The name of an application, an organization or a user as text, for places without elements such as the title of a page. Names are
 * chosen by other users, so they must neither reverse the text around them nor cover other lines. Form fields keep the original.
 */
export function plainName(name: string): string {
  return name.replace(invisible, '').replace(stackedMarks, '$1')
}

/**
 * The name as markup. The element keeps a right-to-left name from reordering its neighbours.
 * https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-bdi-element
 */
export function isolatedName(name: string): Markup {
  return html`<bdi>${plainName(name)}</bdi>`
}

/** The letter in the round picture of an account: the first letter or digit of the name. */
export function initialOf(name: string): string {
  return /[\p{L}\p{N}]/u.exec(plainName(name))?.[0].toUpperCase() ?? '·'
}

// Escaping does not make an address harmless: `javascript:alert(1)` holds nothing to escape. An address that fails a check below is a mistake
// of the caller, so each function throws a TypeError.

/**
 * A path on this server, for links and forms of the login.
 *
 * Browsers read a backslash as a slash, and drop tabs and line breaks before they parse the path:
 * https://url.spec.whatwg.org/#concept-basic-url-parser
 *
 * @throws TypeError when the path could lead to another origin
 */
export function ownPath(path: string): string {
  if (!/^\/(?![/\\])/.test(path) || /[\t\n\r]/.test(path)) throw new TypeError('A page may only lead to a path of this server')
  return path
}

/**
 * An address of an application, for links: a web address, or the private-use scheme of a native app.
 *
 * @throws TypeError for a scheme that the browser runs or shows by itself, and for text that is not an absolute URL
 */
export function applicationAddress(address: string): string {
  if (URL.canParse(address) && !/[\s\p{Cc}]/u.test(address) && !/^(?:javascript|data|vbscript|blob|file|about|view-source):/i.test(address))
    return address
  throw new TypeError('A page can only lead on to an application')
}

/**
 * The address of a secret for an authenticator app, for links.
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 *
 * @throws TypeError for another address
 */
export function keyAddress(address: string): string {
  if (/^otpauth:\/\/totp\/\S+$/.test(address)) return address
  throw new TypeError('This is not the address of a secret for an authenticator app')
}

/**
 * A web address for links that lead away from this server.
 *
 * @throws TypeError when the address is not an absolute http or https URL
 */
export function webAddress(address: string): string {
  if (/^https?:\/\/[^\s\p{Cc}]+$/iu.test(address) && URL.canParse(address)) return address
  throw new TypeError('A page may only link to an http or https address')
}

/**
 * The address of a link that writes a mail to one recipient.
 *
 * @throws TypeError when the text could name others, or hold further fields of the mail: https://www.rfc-editor.org/rfc/rfc6068
 */
export function mailAddress(address: string): string {
  if (/^[^\s@<>?&,]+@[^\s@<>?&,]+$/.test(address)) return `mailto:${address}`
  throw new TypeError('A mail can only be written to one address')
}

/**
 * The redirect URI that an authorization response is posted to.
 * https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html#FormPostResponseMode
 *
 * @throws TypeError when the address is not an absolute http or https URL
 */
export function postAddress(address: string): string {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address
  throw new TypeError('An answer can only be posted to an http or https address')
}
