// The one place where HTML leaves the login: never cached, never framed, nothing loaded from or run by anybody else.
// https://www.rfc-editor.org/rfc/rfc9700#section-4.16 (clickjacking), https://www.rfc-editor.org/rfc/rfc9700#section-4.2 (referrer)

export interface HtmlPolicy {
  /** Where forms of the page may lead to. Browsers apply it to the redirects that follow, too. https://www.w3.org/TR/CSP3/#directive-form-action */
  readonly formAction: readonly string[]
  /** Whether the page runs a script of ours. */
  readonly script: boolean
  /**
   * `same-origin`: pages with our own forms; with `no-referrer` browsers send `Origin: null` on them, which we refuse.
   * `origin`: the page that posts to the application, which may check the `Origin` header; nothing but our origin, which
   * the answer says anyway, goes out.
   */
  readonly referrer: 'same-origin' | 'origin' | 'no-referrer'
}

export function htmlResponse(html: string, status: number, policy: HtmlPolicy, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(policy),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': policy.referrer,
      // Applications that open the sign-in in a window of its own wait for it to speak to its opener: `same-origin` would cut it off.
      'cross-origin-opener-policy': 'unsafe-none',
      ...headers,
    },
  })
}

function contentSecurityPolicy({ formAction, script }: HtmlPolicy): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(script ? ["script-src 'self'"] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formAction.length === 0 ? "'none'" : formAction.join(' ')}`,
  ].join('; ')
}
