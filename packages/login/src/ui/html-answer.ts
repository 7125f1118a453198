// Builds every HTML answer of the login: never cached, never framed, and with nothing loaded from another origin.
// https://www.rfc-editor.org/rfc/rfc9700#section-4.16 (clickjacking), https://www.rfc-editor.org/rfc/rfc9700#section-4.2 (referrer)

import type { Answer } from '@symbolon/core-protocol'
/** The security headers that differ between pages. */
export interface HtmlPolicy {
  /**
   * Sources that the forms of the page may post to. Browsers apply the directive to the redirects after the post as well.
   * https://www.w3.org/TR/CSP3/#directive-form-action
   */
  readonly formAction: readonly string[]
  /** Whether the page loads a script of this server. */
  readonly script: boolean
  /**
   * `same-origin` for pages with forms that post to this server: with `no-referrer` browsers would send `Origin: null`, which is refused.
   * `origin` for the page that posts to the application, which may check the `Origin` header. It reveals only our origin, which the
   * response names anyway.
   */
  readonly referrer: 'same-origin' | 'origin' | 'no-referrer'
}

/** Builds an answer with the security headers of a page. `fields` adds others, such as `Retry-After`. */
export function htmlAnswer(html: string, status: number, policy: HtmlPolicy, fields: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    fields: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(policy),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': policy.referrer,
      // Applications that sign in through a popup need `window.opener`, which `same-origin` would cut off.
      'cross-origin-opener-policy': 'unsafe-none',
      ...fields,
    },
    body: html,
  }
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
