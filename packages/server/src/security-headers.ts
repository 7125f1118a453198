// Headers that every answer has, unless its endpoint set stricter ones.
// https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html

const defaults: readonly (readonly [name: string, value: string])[] = [
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"],
  ['cross-origin-opener-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
]

export function withSecurityHeaders(response: Response, issuer: string): Response {
  for (const [name, value] of defaults) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  if (issuer.startsWith('https:')) response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  return response
}
