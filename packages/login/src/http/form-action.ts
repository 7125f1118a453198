// What `form-action` of the Content-Security-Policy says about a redirect URI. Browsers apply it also to the redirects that follow
// a posted form, so the application's origin has to be named. https://www.w3.org/TR/CSP3/#directive-form-action

/**
 * @returns the origin of an http URL, the scheme of any other, and nothing for a URI whose parts would not be a single source:
 * a space, a semicolon, or a wildcard would change the policy.
 */
export function formActionSource(redirectUri: string): string | undefined {
  if (!URL.canParse(redirectUri)) return undefined
  const { protocol, origin, hostname } = new URL(redirectUri)
  if (protocol !== 'https:' && protocol !== 'http:') return /^[a-z][a-z0-9+.-]*:$/.test(protocol) ? protocol : undefined
  // The grammar of host sources has no room for IPv6 literals. https://www.w3.org/TR/CSP3/#grammardef-host-part
  if (hostname.startsWith('[')) return protocol
  return /^https?:\/\/[a-z0-9._-]+(:[0-9]+)?$/.test(origin) ? origin : undefined
}
