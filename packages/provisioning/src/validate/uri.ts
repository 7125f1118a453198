// Which URIs may be registered as targets of a browser. They are stored byte for byte, because they are compared byte for byte. Whether
// plain http may be used is decided at use (RU-12).
import type { Reason } from '../report/reason.ts'

/** The rules for a registered URI. */
export interface UriRules {
  /** Native apps may use a private-use scheme: https://www.rfc-editor.org/rfc/rfc8252#section-7.1 */
  readonly ownScheme: boolean
}

const longestUri = 2048

/** These schemes run code in the page that opens them, show local data, or hand control to other software (RU-10, ES-04). */
const forbiddenSchemes = new Set([
  'about',
  'blob',
  'chrome',
  'chrome-extension',
  'cid',
  'data',
  'file',
  'filesystem',
  'ftp',
  'intent',
  'jar',
  'javascript',
  'livescript',
  'mailto',
  'mhtml',
  'mid',
  'mocha',
  'moz-extension',
  'ms-its',
  'resource',
  'sms',
  'tel',
  'vbscript',
  'view-source',
  'ws',
  'wss',
])

/**
 * A registered parameter would occur together with the same parameter of the response, and mislead a client that reads the first
 * (RU-16).
 */
const responseParameters = new Set([
  // https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2, #section-4.2.2
  'code',
  'state',
  'error',
  'error_description',
  'error_uri',
  'access_token',
  'token_type',
  'expires_in',
  'scope',
  // https://openid.net/specs/openid-connect-core-1_0.html#ImplicitAuthResponse, https://openid.net/specs/openid-connect-session-1_0.html
  'id_token',
  'session_state',
  // https://www.rfc-editor.org/rfc/rfc9207#section-2, https://openid.net/specs/oauth-v2-jarm.html
  'iss',
  'response',
])

/** @returns undefined when the URI may be stored */
export function uriProblem(uri: string, { ownScheme }: UriRules): Reason | undefined {
  if (uri === '') return 'uri_empty'
  if (uri.length > longestUri) return 'uri_too_long'
  // Checked before parsing. Parsers drop such characters, so that `java<TAB>script:` becomes a script.
  if (/[\p{Cc}\p{Zs}]/u.test(uri)) return 'uri_control_character'
  if (/[^\u0021-\u007e]/.test(uri)) return 'uri_not_ascii'
  const [, scheme = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri) ?? []
  const name = scheme.toLowerCase()
  if (forbiddenSchemes.has(name)) return 'uri_scheme_forbidden'
  // https://www.rfc-editor.org/rfc/rfc3986#section-2: a URI holds none of these characters, and parsers treat a backslash as a slash.
  if (scheme === '' || /[\\"<>^`{|}]/.test(uri) || !URL.canParse(uri)) return 'uri_malformed'
  // https://www.rfc-editor.org/rfc/rfc6749#section-3.1.2: "MUST NOT include a fragment component"
  if (uri.includes('#')) return 'uri_fragment'
  if (name === 'http' || name === 'https') {
    const [, authority = ''] = /^https?:\/\/([^/?]*)/i.exec(uri) ?? []
    if (authority === '') return 'uri_malformed'
    if (authority.includes('@')) return 'uri_userinfo'
    // Other products take it for a pattern. Here URIs are compared byte for byte, so it would never match.
    if (authority.includes('*')) return 'uri_wildcard'
  } else if (!ownScheme) {
    return 'uri_scheme_not_native'
  }
  return hasResponseParameter(uri) ? 'uri_response_parameter' : undefined
}

/** An origin as browsers send it in `Origin`: https://www.rfc-editor.org/rfc/rfc6454#section-6.2 */
export function originProblem(origin: string): Reason | undefined {
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\/[a-z0-9.[\]:-]+$/.exec(origin) ?? []
  if (forbiddenSchemes.has(scheme)) return 'uri_scheme_forbidden'
  if (scheme === '') return 'origin_malformed'
  if (scheme === 'http' || scheme === 'https') return URL.parse(origin)?.origin === origin ? undefined : 'origin_malformed'
  return /^[^:]+:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/.test(origin) ? undefined : 'origin_malformed'
}

/** A link that is opened or called: only http and https. */
export function webUriProblem(uri: string): Reason | undefined {
  const problem = uriProblem(uri, { ownScheme: false })
  return problem === 'uri_response_parameter' || problem === 'uri_fragment' ? undefined : problem
}

function hasResponseParameter(uri: string): boolean {
  const query = uri.indexOf('?')
  return query !== -1 && [...new URLSearchParams(uri.slice(query + 1)).keys()].some((name) => responseParameters.has(name))
}
