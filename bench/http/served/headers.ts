// The response headers of Symbolon, which the other servers of ours send too, so that all of them write as much. A test compares them.
const secure = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-type': 'application/json',
}
const unstored = { ...secure, 'cache-control': 'no-store', pragma: 'no-cache' }

export const introspectionHeaders: Readonly<Record<string, string>> = unstored
/** For token responses and userinfo. */
export const crossOriginHeaders: Readonly<Record<string, string>> = { ...unstored, vary: 'origin' }
export const keySetHeaders: Readonly<Record<string, string>> = {
  ...secure,
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300, must-revalidate',
  etag: `"${'e'.repeat(43)}"`,
}
/** Milliseconds that an idle connection is kept. Node announces it in a header. */
export const keepAlive = 65_000
